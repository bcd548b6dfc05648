// When a bot is out of a league: after so many units that it lost as a whole,
// counted in the order of the schedule, it loses all later ones too. The rule
// looks at numbers of units alone, so that it comes to the same whichever
// units were played first.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "arena/schedule/schedule.h"
#include "arena/table/bot_index.h"

namespace couillon::arena {

class OutRule {
 public:
  // `out_after` is the number of lost units; 0: nobody is ever out.
  OutRule(int bots, int out_after);

  // Counts a unit that `bot` lost as a whole. If units that were not lost by
  // the rule before are now, returns the first number that one of them can
  // have. In one thread only.
  std::optional<std::int64_t> Lost(std::int64_t unit, BotIndex bot);

  // The bot that loses `unit` because it is out, if any; of two the one that
  // was out first. Safe for any thread.
  [[nodiscard]] std::optional<BotIndex> OutOf(const Unit& unit) const;

 private:
  std::size_t out_after_;
  std::vector<std::set<std::int64_t>> lost_;  // the first ones, by bot
  // The last unit that a bot plays, by bot.
  std::vector<std::atomic<std::int64_t>> last_;
};

}  // namespace couillon::arena
