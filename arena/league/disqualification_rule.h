// Disqualification: a bot that has forfeited a given number of whole units,
// counted in the order of the schedule, loses every later unit too. The rule
// depends on the numbers of units only, so the order of play does not matter.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "arena/schedule/schedule.h"
#include "arena/table/bot_index.h"

namespace couillon::arena {

class DisqualificationRule {
 public:
  // `disqualify_after` is the number of forfeited units; 0: no bot is ever
  // disqualified.
  DisqualificationRule(int bots, int disqualify_after);

  // Counts a whole unit that `bot` forfeited. If the rule now takes further
  // units from the bot, returns the smallest number that such a unit can have.
  // Not thread-safe.
  std::optional<std::int64_t> AddForfeit(std::int64_t unit, BotIndex bot);

  // The bot that loses `unit` because it is disqualified, if any; of two, the
  // one that was disqualified first. Thread-safe.
  [[nodiscard]] std::optional<BotIndex> DisqualifiedIn(const Unit& unit) const;

 private:
  std::size_t disqualify_after_;
  std::vector<std::set<std::int64_t>> forfeited_;  // the first ones, by bot
  // By bot: the last unit that it may play.
  std::vector<std::atomic<std::int64_t>> last_;
};

}  // namespace couillon::arena
