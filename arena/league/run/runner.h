// Plays the remaining units of a league on several threads, and stores them.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
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

class LeagueStore;

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
  // Makes the links of one worker, as in LinkPlanOf(). Called and used in that
  // worker's thread.
  std::function<BotLinks(int worker)> make_links;
  // Whether a unit is left out of this run, since a bot cannot be played now:
  // it stays for another run. Called by the workers, concurrently; empty: none.
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
