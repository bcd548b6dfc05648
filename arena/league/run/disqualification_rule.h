// Disqualification: a bot that has forfeited a given number of whole units,
// counted in the order of the schedule, loses every later unit too. A unit that
// the rule takes from one bot counts for no other, so with two faulty bots each
// unit depends on all units before it: they are counted in order.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "arena/table/bot_index.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/unit/unit_result.h"

namespace couillon::arena {

// Returns true if a bot forfeited the unit because its time for the whole
// league is spent. Such a unit counts for nothing: the bot forfeits only what
// is left, and what it has played stays.
bool IsOverBudget(const UnitResult& result);

class DisqualificationRule {
 public:
  // `disqualify_after` is the number of forfeited units; 0: no bot is ever
  // disqualified.
  DisqualificationRule(int bots, int disqualify_after);

  // Counts a whole unit that `bot` forfeited. Not thread-safe. Requires: called
  // in the order of the schedule, for units that DisqualifiedIn() takes from
  // nobody.
  void AddForfeit(std::int64_t unit, BotIndex bot);

  // The bot that loses `unit` because it is disqualified, if any; of two, the
  // one that was disqualified first. What it returns stays true. Thread-safe.
  [[nodiscard]] std::optional<BotIndex> DisqualifiedIn(const Unit& unit) const;

 private:
  std::size_t disqualify_after_;
  std::vector<std::size_t> forfeited_;  // units, by bot
  // By bot: the last unit that it may play.
  std::vector<std::atomic<std::int64_t>> last_;
};

}  // namespace couillon::arena
