// Ratings of three different bots at one table: the additive model of
// stats::RateSolo, fitted to the deals (or matches) of a three-way league.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "arena/report/data/three_way_table.h"

namespace couillon::arena {

// One deal (or match) of three bots in all six seatings.
struct ThreeWayItem {
  std::int64_t deal = 0;  // items of the same deal are clustered
  std::array<int, 3> bots{};
  // By bot of `bots` and by place: points, summed over two seatings. Place 0 is
  // eldest's, 2 the dealer's.
  std::array<std::array<std::int32_t, 3>, 3> points{};
};

// Sets the bots, the differences and the number of independent items of a
// table; with `with_places` its places too. Intervals have confidence `level`.
// Requires: 0 < level < 1; every bot of an item is in 0..bots-1.
void RateThreeWay(int bots, std::vector<ThreeWayItem> items, bool with_places,
                  double level, ThreeWayTable& table);

}  // namespace couillon::arena
