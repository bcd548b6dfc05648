// The views of a deal are numbered, and each number is a link of a divided bot.

#include "arena/table/referee/link_plan.h"

#include <algorithm>
#include <span>

namespace couillon::arena {

DealViews::DealViews(const CompiledRules& rules, int teams) {
  const std::span<const Seating> seatings = Seatings(rules.sides);
  // Each team holds a seat in as many of the seatings.
  const int of_a_seat = static_cast<int>(seatings.size()) / teams;
  count_ = rules.players * of_a_seat;
  for (Seat seat = 0; seat < rules.players; ++seat) {
    PerTeam<int> next;
    next.Fill(seat * of_a_seat);
    for (const Seating seating : seatings) {
      const Team team =
          HolderOf(rules.sides, teams, seating, rules.SideOf(seat));
      numbers_[team][static_cast<std::size_t>(seating)][seat] =
          static_cast<std::uint8_t>(next[team]++);
    }
  }
}

LinkPlan::LinkPlan(const std::vector<bool>& divided,
                   const std::vector<const CompiledRules*>& rules, int teams) {
  int most = 1;
  for (const CompiledRules* compiled : rules) {
    views_.emplace_back(*compiled, teams);
    most = std::max(most, views_.back().count());
  }
  first_.push_back(0);
  for (const bool each : divided) {
    first_.push_back(first_.back() + (each ? most : 1));
  }
}

}  // namespace couillon::arena
