// Movements for individual tournaments: partners and opponents in each round,
// as evenly distributed as the number of players allows.
#pragma once

#include <cstdint>
#include <vector>

#include "arena/schedule/schedule.h"

namespace couillon::arena {

// A movement and how even it is: how often two players are partners, and how
// often opponents, at the least and at the most over all pairs of players.
struct Movement {
  std::vector<std::vector<Pairing>> rounds;
  int fewest_partners = 0;
  int most_partners = 0;
  int fewest_opponents = 0;
  int most_opponents = 0;
  int sitting_out = 0;  // players without a table, each round
};

// A cyclic movement: one round is found such that, turned on by one player a
// round, it meets all pairs as evenly as possible; one player keeps his seat
// if otherwise no player has to sit out. With four players to a table and 4k or
// 4k+1 players that is a whist tournament whenever the search finds one:
// everybody partners everybody once and opposes everybody twice (E. H. Moore,
// 1896). The search is deterministic. Everybody sits out equally often.
// Requires: players >= seats, seats even and 4 to 8.
Movement MakeMovement(int players, int seats);

}  // namespace couillon::arena
