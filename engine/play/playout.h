// Deals played out at random, each legal action as likely as the others: the
// workload of rollouts, of fairness runs without bots, and of benchmarks.
#pragma once

#include <span>

#include "engine/play/playout_random.h"
#include "engine/play/position.h"

namespace couillon {

// Plays each of `positions` to its end with the draws of the PlayoutRandom at
// the same place. It begins a new number for making trumps, for each trick, and
// where a Mit' may be declared in the trick for each decision instead. One deal
// is played the same whatever stands beside it; eight or more at a time are
// played fastest.
// Requires: as many `randoms` as `positions`, which share their rules.
void PlayOut(std::span<Position> positions, std::span<PlayoutRandom> randoms);

}  // namespace couillon
