// Plays units of a league on several threads, wherever their results go: into a
// store (runner.h) or into the result of a shard
// (arena/league/shards/play_shards.h).
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <vector>

#include "absl/status/status.h"
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

struct UnitPlay {
  int workers = 1;
  // Makes the links of one worker, as in MakeLinkPlan(). Called and used in
  // that worker's thread.
  std::function<BotLinks(int worker)> make_links;
  // The next unit to play; null: there is none left. Called by the workers,
  // concurrently.
  std::function<std::optional<Unit>()> next;
  // Returns true if a unit is left out, since a bot cannot be played now.
  // Called by the workers, concurrently; empty: none.
  std::function<bool(const Unit&)> leave_out;
  // The time that bots are waited for: units of a bot over its budget are
  // played after all others. Null: bots have no budget.
  BudgetLedger* budgets = nullptr;
  // The bot that loses a unit because it is disqualified, if any. Called by the
  // workers, concurrently; empty: no bot is disqualified.
  std::function<std::optional<BotIndex>(const Unit&)> disqualified;
  // Takes the units that were finished since the last call, in any order.
  // Called in the caller's thread, a few times a second and at the end, also
  // without any; returns false to end play.
  std::function<bool(std::vector<UnitResult> finished)> take;
  // Called in the caller's thread at the end if play ended because the machine
  // could not start a bot; `why` names it. Empty: nobody needs to know.
  std::function<void(const absl::Status& why)> on_unstartable;
};

// Plays until no unit is left, `stop` is set, or `play.take` ends it. Returns
// what the bots used, by index in the league. `rules` are those of `config`,
// compiled.
std::vector<BotUsage> PlayUnits(const v1::LeagueConfig& config,
                                const std::vector<CompiledRules>& rules,
                                const UnitPlay& play,
                                const std::atomic<bool>& stop);

}  // namespace couillon::arena
