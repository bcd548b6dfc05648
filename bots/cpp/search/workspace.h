// The parts of a search that belong to one ruleset and are kept between
// decisions: its solver and the values of its matches. Nothing in it changes an
// answer.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "bots/cpp/search/match_table.h"
#include "bots/cpp/search/remembered_payoff.h"
#include "engine/rules/compiled_rules.h"
#include "engine/solve/payoff.h"
#include "engine/solve/solver.h"

namespace couillon::bots {

// For one thread at a time.
class Workspace {
 public:
  explicit Workspace(const CompiledRules& rules)
      : rules_(rules), solver_(rules_) {}
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  ~Workspace() = default;

  // A copy: those of the caller may end before the next decision.
  [[nodiscard]] const CompiledRules& rules() const { return rules_; }
  [[nodiscard]] Solver& solver() { return solver_; }
  // Made at the first call. Requires: MatchTable::Covers(rules()).
  [[nodiscard]] const MatchTable& match_table();
  // Game points with this carry pending, or PointsWithWinBonus if there is a
  // bonus and there are two sides. The last one is kept, and with it what the
  // solver knows of it.
  [[nodiscard]] const Payoff& deal_payoff(std::uint16_t pending_carry,
                                          int win_bonus);

 private:
  CompiledRules rules_;
  Solver solver_;
  std::optional<MatchTable> match_table_;
  std::uint16_t pending_carry_ = 0;
  int win_bonus_ = 0;
  std::unique_ptr<const Payoff> deal_payoff_;
  std::optional<RememberedPayoff> remembered_;  // with two sides
};

// The workspaces of a bot that plays in several threads.
class WorkspacePool {
 public:
  // Returns a workspace for these rules: one that was given back, or a new one.
  [[nodiscard]] std::unique_ptr<Workspace> Take(const CompiledRules& rules);
  void GiveBack(std::unique_ptr<Workspace> workspace);

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Workspace>> free_;  // the last used at the end
};

}  // namespace couillon::bots
