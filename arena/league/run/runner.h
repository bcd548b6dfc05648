// Plays the remaining units of a league on several threads, and stores them.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/run/disqualification_rule.h"
#include "arena/numbers/stats/sequential/sprt.h"
#include "arena/table/bot_index.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/budget_ledger.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/unit/unit_result.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// Stores units and enforces disqualifications. Units arrive in any order, and
// the rule applies in the order of the schedule: a unit that was stored before
// all units before it is replaced by its forfeit, once these say so.

class LeagueStore;

class UnitArchive {
 public:
  // All arguments outlive the archive. `rule` has counted nothing yet.
  UnitArchive(LeagueStore& store, const Schedule& schedule,
              const std::vector<CompiledRules>& rules,
              DisqualificationRule& rule)
      : store_(store), schedule_(schedule), rules_(rules), rule_(rule) {}

  // Reads the units that an earlier run stored.
  absl::Status Begin();
  // Stores `results`, with a forfeit for each unit of a disqualified bot, and
  // fixes units stored earlier likewise; returns these. The results are durable
  // on return.
  absl::StatusOr<std::vector<UnitResult>> Save(
      std::vector<UnitResult>& results);

 private:
  // A unit as it was played or stored.
  struct Arrived {
    std::optional<BotIndex> lost_by;  // as a whole
    bool by_rule = false;             // since that bot is disqualified
    bool over_budget = false;  // since its time for the whole league is spent
  };
  void Add(std::int64_t number, Arrived unit);
  void Settle(std::int64_t number, const Arrived& unit);
  [[nodiscard]] UnitResult ForfeitByRule(std::int64_t number,
                                         BotIndex disqualified) const;
  absl::StatusOr<std::vector<UnitResult>> FixStoredUnits();

  LeagueStore& store_;
  const Schedule& schedule_;
  const std::vector<CompiledRules>& rules_;
  DisqualificationRule& rule_;
  std::int64_t settled_ = 0;                 // the rule has all units below
  std::map<std::int64_t, Arrived> waiting_;  // for an earlier one
  // Units that are to be replaced by the forfeit of a disqualified bot.
  std::map<std::int64_t, BotIndex> taken_;
};

// A sequential test so far.
struct TestProgress {
  stats::SequentialLook look;
  std::int64_t pairs = 0;  // that the look used
};

// The progress of a league.
struct Progress {
  std::int64_t units_done = 0;
  std::int64_t units = 0;
  std::int64_t deals = 0;            // played by this run
  std::int64_t decisions = 0;        // taken in this run
  std::int64_t faults = 0;           // in this run
  bool ended = false;                // the sequential test has decided
  std::optional<TestProgress> test;  // null without one
  double seconds = 0;                // since this run began
};

struct RunOptions {
  int workers = 1;
  // Makes the links of one worker, as in MakeLinkPlan(). Called and used in
  // that worker's thread.
  std::function<BotLinks(int worker)> make_links;
  // Returns true if a unit is left out of this run, since a bot cannot be
  // played now: it stays for another run. Called by the workers, concurrently;
  // empty: none.
  std::function<bool(const Unit&)> leave_out;
  // Bots that are away. If the time of one is spent, its forfeits say so.
  std::vector<BotIndex> away;
  // Called in the caller's thread, a few times a second and at the end.
  std::function<void(const Progress&)> on_progress;
  // Called in the caller's thread for each unit, after it was stored.
  std::function<void(const UnitResult&)> on_unit;
};

// The budgets of a league's bots, and how long they were waited for in earlier
// runs. The errors are those of LeagueStore.
absl::StatusOr<std::unique_ptr<BudgetLedger>> ReadLedger(LeagueStore& store);

// Plays the units that `store` does not hold yet, until all are done, the
// sequential test has decided, `stop` is set, or only units are left that
// `leave_out` holds back; stores all units finished by
// then. Returns the last progress. An error of the store ends the run; units
// stored before remain.
absl::StatusOr<Progress> RunLeague(LeagueStore& store,
                                   const std::vector<CompiledRules>& rules,
                                   const RunOptions& options,
                                   const std::atomic<bool>& stop);

}  // namespace couillon::arena
