// Deals played out at random, each legal action equally likely: the workload of
// rollouts, of fairness runs without bots, and of benchmarks.
#pragma once

#include <span>

#include "engine/play/playout_random.h"
#include "engine/play/position.h"

namespace couillon {

// Plays each of `positions` to its end with the draws of the PlayoutRandom at
// the same index. Refreshes the draws once for making trumps and once per
// trick; once per decision where a Mit' may be declared in the trick. The other
// positions do not affect the play of a deal. Eight or more deals at a time are
// fastest.
// Requires: as many `randoms` as `positions`; all positions share their rules.
void PlayOut(std::span<Position> positions, std::span<PlayoutRandom> randoms);

}  // namespace couillon
