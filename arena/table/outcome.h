// The result of one deal, or one match, in one seating.
#pragma once

#include <cstdint>
#include <optional>

#include "arena/table/quantity.h"
#include "arena/table/team.h"

namespace couillon::arena {

// The result of a table, from the viewpoint of the first bot of the pairing.
struct Outcome {
  int half_points = 1;  // 0 lost, 1 drawn or passed out, 2 won
  PerQuantity<int> lead_halves;
  // Game points that the sides of a team have erased, less those they have
  // added. 0 for matches.
  PerTeam<int> net;
  std::optional<Team> forfeited_by;
  int deals = 0;
  // Of a deal played to its end, its sides counted from the dealer's: see
  // DealKinds. 0 for matches.
  std::uint8_t kind = 0;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

}  // namespace couillon::arena
