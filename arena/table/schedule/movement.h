// Movements for individual tournaments: partners and opponents in each round,
// as evenly distributed as the number of players allows.
#pragma once

#include <cstdint>
#include <vector>

#include "arena/table/schedule/schedule.h"

namespace couillon::arena {

// A movement and its balance: how often two players are partners, and how
// often opponents, as the minimum and maximum over all pairs of players.
struct Movement {
  std::vector<std::vector<Pairing>> rounds;
  int fewest_partners = 0;
  int most_partners = 0;
  int fewest_opponents = 0;
  int most_opponents = 0;
  int sitting_out = 0;  // players without a table per round
};

// Returns a cyclic movement: a first round is searched for which, shifted by
// one player per round, all pairs meet as evenly as possible. If no player has
// to sit out, one player keeps their seat. With four players per table and 4k
// or 4k+1 players, the result is a whist tournament if the search finds one:
// every two players are partners once and opponents twice (E. H. Moore, 1896).
// The search is deterministic. All players sit out equally often.
// Requires: players >= seats, seats even and 4 to 8.
Movement MakeMovement(int players, int seats);

}  // namespace couillon::arena
