// A choice between actions by their mean value over deals that look like the
// one under way. In each deal, models play on for the others ("heuristic" alone
// in pimc, perfect information Monte Carlo sampling), the player's own next
// decisions are planned (expert) or taken by a model too (pimc), and the last
// cards are solved.
#pragma once

#include <optional>
#include <vector>

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
  int first_look = kMaxDeals;
  Lookahead lookahead;
  // What a deal won counts more than its game points, in percent of a game
  // point, from 0 to kMaxWinBonus, or kWinBonusOfRules. Without effect after
  // the first deal of a match, and with three sides.
  int win_bonus = 0;
  // What is assumed of the other players; without, all deals count alike.
  std::optional<PlayerModel> players;
};

// The action with the best mean; among equals the one that "heuristic" takes,
// else the one with the lowest number.
struct SampledChoice {
  Action best;
  // The mean value of each legal action over the deals of the last look, in
  // ascending order of action: the lead of the own side in game points, in
  // hundredths of them if there is a bonus, or the chance of winning the match
  // in millionths. Empty if there is one legal action, or no deal agrees with
  // what was seen.
  std::vector<double> means;
};

// Draws at random from `observation.random_seed` alone.
// Requires: an observation of a deal under the rules of `workspace`.
[[nodiscard]] SampledChoice ChooseBySamples(Workspace& workspace,
                                            const Observation& observation,
                                            const SampleOptions& options);

}  // namespace couillon::bots
