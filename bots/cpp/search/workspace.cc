// Parts are made when they are first needed, and workspaces are handed on from
// decision to decision.

#include "bots/cpp/search/workspace.h"

#include <cstddef>
#include <iterator>
#include <utility>

#include "bots/cpp/search/win_bonus.h"

namespace couillon::bots {
namespace {

// Workspaces kept: more than there are threads and rulesets in most programs.
constexpr std::size_t kMaxFree = 32;

}  // namespace

const MatchTable& Workspace::match_table() {
  if (!match_table_) match_table_.emplace(rules_);
  return *match_table_;
}

const Payoff& Workspace::deal_payoff(std::uint16_t pending_carry,
                                     int win_bonus) {
  if (deal_payoff_ == nullptr || pending_carry != pending_carry_ ||
      win_bonus != win_bonus_) {
    pending_carry_ = pending_carry;
    win_bonus_ = win_bonus;
    if (win_bonus > 0 && rules_.sides == 2) {
      deal_payoff_ = std::make_unique<PointsWithWinBonus>(
          rules_.ruleset, pending_carry, win_bonus);
    } else {
      deal_payoff_ =
          std::make_unique<GamePoints>(rules_.ruleset, pending_carry);
    }
    if (rules_.sides == 2) remembered_.emplace(*deal_payoff_);
  }
  if (remembered_) return *remembered_;
  return *deal_payoff_;
}

std::unique_ptr<Workspace> WorkspacePool::Take(const CompiledRules& rules) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (auto at = free_.rbegin(); at != free_.rend(); ++at) {
      if ((*at)->rules().ruleset != rules.ruleset) continue;
      std::unique_ptr<Workspace> found = std::move(*at);
      free_.erase(std::next(at).base());
      return found;
    }
  }
  return std::make_unique<Workspace>(rules);
}

void WorkspacePool::GiveBack(std::unique_ptr<Workspace> workspace) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (free_.size() >= kMaxFree) free_.erase(free_.begin());
  free_.push_back(std::move(workspace));
}

}  // namespace couillon::bots
