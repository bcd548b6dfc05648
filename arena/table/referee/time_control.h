// The time limits of a bot, per table and per unit of work.
#pragma once

#include <algorithm>
#include <chrono>
#include <string>

#include "arena/table/referee/clock.h"

namespace couillon::arena {

struct TimeControl {
  // A clock for each side of a table, in the manner of chess. Without a budget
  // there is none; with one, a worker asks one decision at a time.
  Clock::duration budget{0};     // of one side for one table
  Clock::duration increment{0};  // added with every decision
  Clock::duration move{0};       // most for one decision
  // Thinking time of one bot for one unit; 0: no limit. Does not apply to links
  // that answer at once.
  Clock::duration unit_budget{0};

  // The limit of a decision of a side that has `left` on its clock; 0 without
  // clocks.
  [[nodiscard]] std::chrono::milliseconds Limit(Clock::duration left) const {
    using std::chrono::milliseconds;
    if (budget.count() == 0) return milliseconds(0);
    return std::max(
        std::chrono::duration_cast<milliseconds>(std::min(left, move)),
        milliseconds(1));
  }
  // The detail of the fault of a bot that thought for longer than unit_budget.
  [[nodiscard]] std::string OverBudget(Clock::duration thought) const;
};

}  // namespace couillon::arena
