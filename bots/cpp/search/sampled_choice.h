// A choice between actions by their mean value over deals that look like the
// one under way. In each deal, the bot "heuristic" plays on for the others, the
// player's own next decisions are planned (expert) or taken by "heuristic" too
// (pimc: perfect information Monte Carlo sampling), and the last cards are
// solved.
#pragma once

#include "bots/cpp/search/action_valuer.h"
#include "bots/cpp/search/belief.h"
#include "bots/cpp/search/workspace.h"
#include "engine/cards/action.h"
#include "engine/play/observation.h"

namespace couillon::bots {

struct SampleOptions {
  int samples = 32;  // deals, at most
  // The first look at the actions is with at most so many deals, and each
  // further one with four times as many others, until the best action is clear.
  int first_look = kMostDeals;
  Lookahead lookahead;
  Surprise surprise;
};

// Returns the action with the best mean; among equals the one that "heuristic"
// takes, else the one with the lowest number. Draws at random from
// `observation.random_seed` alone.
// Requires: an observation of a deal under the rules of `workspace`.
[[nodiscard]] Action ChooseBySamples(Workspace& workspace,
                                     const Observation& observation,
                                     const SampleOptions& options);

}  // namespace couillon::bots
