// The pairing of one Swiss round: the Dutch system as far as it applies to a
// game without colours. Source: FIDE Handbook C.04.3; docs/arena.md lists what
// applies.
#pragma once

#include <utility>
#include <vector>

namespace couillon::arena {

// A player and the opponents so far. A player is a number from 0, the best
// ranked first.
struct SwissPlayer {
  int half_points = 0;
  // The players that it has met, with repetitions.
  std::vector<int> met = {};
  int byes = 0;
  // True if its last opponent had a lower score, or it sat out: it floated
  // down.
  bool floated_down = false;
};

struct SwissPairing {
  std::vector<std::pair<int, int>> pairs;  // the better ranked first
  int bye = -1;                            // nobody: -1
};

// Pairs all players; one sits out if their number is odd. In this order: nobody
// meets or sits out again before it cannot be avoided; from the top score down,
// as few as possible float to a lower score; those who floated down in the
// round before do not float again if others can; within a score, the upper half
// meets the lower half in the order of rank. Requires: players are in the order
// of descending half_points; at least two.
SwissPairing PairSwissRound(const std::vector<SwissPlayer>& players);

}  // namespace couillon::arena
