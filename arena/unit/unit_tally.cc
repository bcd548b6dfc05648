#include "arena/unit/unit_tally.h"

#include <cstddef>
#include <cstdint>

#include "arena/table/table.h"
#include "arena/unit/unit_result.h"
#include "engine/cards/check.h"

namespace couillon::arena {

UnitTally::UnitTally(std::uint32_t items, int seatings)
    : seatings_(seatings),
      scores_(items),
      game_points_(items),
      card_points_(items) {}

void UnitTally::Count(std::uint32_t item, int seating, const Outcome& outcome) {
  const std::size_t half = seating < seatings_ / 2 ? 0 : 1;
  scores_[item].Add(outcome.half_points, seating, seatings_);
  game_points_[item][half] += outcome.game_points_halves;
  card_points_[item][half] += outcome.card_points_halves;
  deals_ += outcome.deals;
  for (std::size_t team = 0; team < 2; ++team) net_[team] += outcome.net[team];
  if (outcome.forfeited_by >= 0) {
    ++forfeits_;
    touched_.resize((scores_.size() + 7) / 8);
    touched_[item / 8] = static_cast<char>(
        static_cast<unsigned char>(touched_[item / 8]) | 1U << item % 8);
  }
  ++counted_;
}

void UnitTally::WriteTo(UnitResult& result) const {
  COUILLON_CHECK(complete());
  result.scores = scores_;
  result.game_points = {.denominator = seatings_};
  result.card_points = {.denominator = seatings_};
  result.untouched_game_points = {.denominator = seatings_};
  for (std::size_t item = 0; item < scores_.size(); ++item) {
    result.game_points.Add(game_points_[item][0], game_points_[item][1]);
    result.card_points.Add(card_points_[item][0], card_points_[item][1]);
    if (IsTouched(touched_, item)) continue;
    result.untouched_game_points.Add(game_points_[item][0],
                                     game_points_[item][1]);
  }
  result.deals = deals_;
  result.forfeits = forfeits_;
  result.net = net_;
  result.touched = touched_;
}

}  // namespace couillon::arena
