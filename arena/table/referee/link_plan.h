// The link of a bot that is asked for a decision. The processes of a divided
// bot share no view of a deal: a view is one seat in one seating, and each has
// a link of its own. So no process is asked about a deal from two seats or in
// two seatings, and a memory holds nothing that the request does not say.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "arena/table/bot_index.h"
#include "arena/table/enum_array.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/seating.h"
#include "arena/table/team.h"
#include "engine/cards/seat.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// The views of a deal that each team of a table has, numbered from 0. Views
// with the same number have the same seat, whichever team it is: so a process
// sees a deal from one seat alone even if it meets the deal in two pairings.
class DealViews {
 public:
  // Requires: teams is 2, or 3 if rules.sides is.
  DealViews(const CompiledRules& rules, int teams);

  // The number of views of a team; all teams have as many.
  [[nodiscard]] int count() const { return count_; }
  // Requires: `team` holds `seat` in `seating`.
  [[nodiscard]] int Of(Team team, Seating seating, Seat seat) const {
    return numbers_[team][static_cast<std::size_t>(seating)][seat];
  }

 private:
  PerTeam<std::array<std::array<std::uint8_t, kMaxSeats>, kMaxSeatings>>
      numbers_;
  int count_ = 0;
};

// The links of a worker: those of the first bot, then those of the second ...
class LinkPlan {
 public:
  // `divided` says of each bot whether it has a link for each view, as many as
  // the ruleset with the most views needs, or a single one. `rules` are those
  // of the league, by index; every table has `teams` teams.
  LinkPlan(const std::vector<bool>& divided,
           const std::vector<const CompiledRules*>& rules, int teams = 2);

  [[nodiscard]] int bots() const { return static_cast<int>(first_.size()) - 1; }
  [[nodiscard]] int links() const { return first_.back(); }
  [[nodiscard]] int CountLinks(BotIndex bot) const {
    return first_[Index(bot) + 1] - first_[Index(bot)];
  }
  // The link to ask `bot` for a decision of `seat`.
  [[nodiscard]] LinkIndex LinkFor(BotIndex bot, int ruleset, Team team,
                                  Seating seating, Seat seat) const {
    const bool divided = CountLinks(bot) > 1;
    const DealViews& views = views_[static_cast<std::size_t>(ruleset)];
    return LinkIndex(first_[Index(bot)] +
                     (divided ? views.Of(team, seating, seat) : 0));
  }

 private:
  std::vector<DealViews> views_;  // by ruleset
  std::vector<int> first_;        // link of each bot; the last is the end
};

}  // namespace couillon::arena
