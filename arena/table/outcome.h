// The result of one deal, or one match, in one seating.
#pragma once

#include <cstdint>
#include <optional>

#include "arena/table/quantity.h"
#include "arena/table/team.h"

namespace couillon::arena {

// The result of a three-way table for one of its teams.
struct ThreeWayResult {
  // Game points erased minus game points added; of a match 1 won, 0 not won,
  // -1 forfeited.
  int points = 0;
  int half_points = 1;  // 0 lost, 1 neither, 2 won
  friend bool operator==(const ThreeWayResult&,
                         const ThreeWayResult&) = default;
};

// The points of `team` minus the mean of the other two, in halves.
constexpr int LeadOf(const PerTeam<ThreeWayResult>& results, Team team) {
  int lead = 3 * results[team].points;
  for (const Team any : kAllTeams) lead -= results[any].points;
  return lead;
}

// The result of a table, from the viewpoint of the first bot of the pairing. At
// a three-way table its lead is that over the mean of the other two.
struct Outcome {
  int half_points = 1;  // 0 lost, 1 drawn or passed out, 2 won
  PerQuantity<int> lead_halves;
  // Game points that the sides of a team have erased, less those they have
  // added. 0 for matches and at three-way tables.
  PerTeam<int> net;
  std::optional<Team> forfeited_by;
  int deals = 0;
  // The kind of a deal played to its end, its sides counted from the dealer's:
  // see DealKinds. 0 for matches.
  std::uint8_t kind = 0;
  std::optional<PerTeam<ThreeWayResult>> three_way;  // of three teams only
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

}  // namespace couillon::arena
