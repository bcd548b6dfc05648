// A choice between actions by their mean value over deals that look like the
// one under way (perfect information Monte Carlo sampling): in each deal, the
// bot "heuristic" plays on for all seats, and the last cards are solved.
#pragma once

#include <cstdint>

#include "bots/cpp/search/workspace.h"
#include "engine/cards/action.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"

namespace couillon::bots {

// So many values of weight kFullWeight add up within 64 bits.
inline constexpr int kMostSamples = 100'000;

struct SampleOptions {
  int samples = 64;  // deals drawn, at most
  // Cards over all hands from which on a deal is solved; with three sides at
  // most those of two tricks.
  int cards = 8;
  // Deals drawn until the leading action is compared with the others: if it is
  // clearly the best, no more are drawn. 0: never compared.
  int round = 0;
  // How likely, in percent, it is that another player acts otherwise than
  // "heuristic" would: the weight of a deal is the product over their cards and
  // calls. 100 for both: all deals weigh the same.
  int card_surprise = 100;
  int call_surprise = 100;
};

// Returns the action with the best mean; among equals the one that "heuristic"
// takes, else the one with the lowest number. Draws at random from
// `observation.random_seed` alone.
// Requires: an observation of a deal under the rules of `workspace`.
[[nodiscard]] Action ChooseBySamples(Workspace& workspace,
                                     const Observation& observation,
                                     const SampleOptions& options);

// The weight of a deal that was drawn: kFullWeight if all players but `decider`
// have acted as "heuristic" would, times the chance in percent for each who has
// not; at least 1.
inline constexpr std::int64_t kFullWeight = 1 << 24;
[[nodiscard]] std::int64_t WeightOf(const Position& deal, Seat decider,
                                    const SampleOptions& options);

}  // namespace couillon::bots
