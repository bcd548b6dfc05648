// A player's beliefs about the hidden cards: deals drawn at random that look as
// the deal under way does, weighed by how well they explain what the other
// players did.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bots/cpp/random.h"
#include "bots/cpp/search/deal_sampler.h"
#include "bots/cpp/search/tracked_position.h"
#include "engine/cards/seat.h"
#include "engine/play/position.h"

namespace couillon::bots {

// The products of that number of weights and deals fit into 64 bits
// (belief.cc).
inline constexpr int kMaxDeals = 100'000;

// A single model leaves more cards unexplained than the choice of two.
inline constexpr int kSurpriseAlone = 45;

// The assumptions about the other players. Partners play their cards by
// CardPolicy; rivals either do so or play as "heuristic" does, and their
// actions tell which is more likely. In calls, all act as "heuristic" does.
struct PlayerModel {
  // The probability, in percent, that a player takes any legal action, whatever
  // the model says. 1 to 100.
  int card_surprise = 5;
  int call_surprise = 18;
  // The probability, in percent, that rivals play as "heuristic" before they
  // have acted. 0 to 100.
  int heuristic_share = 50;
};

// A deal at the decision under way.
struct BelievedDeal {
  TrackedPosition play;
  std::int64_t weight = 1;  // how many equal deals it stands for
};

// The likelihood that the players other than `decider`, with the hands of a
// deal, act as they have: if the rivals play by policy, and if they play as
// "heuristic" does. Above 0, at most 1. Under rules to which the policy is not
// fitted only the second is of use.
struct Likelihoods {
  double policy = 1;
  double heuristic = 1;
};
[[nodiscard]] Likelihoods ComputeLikelihoods(const Position& deal, Seat decider,
                                             const PlayerModel& model);

// Returns deals whose weights add up to `count`.
// Without a model, this number is drawn, all alike. With one, four times as
// many are drawn, each with all kinds of rivals; they stay in proportion to how
// likely they make what has happened (systematic sampling, so that the weights
// are exact up to less than 1). The players of a deal that stays act by their
// models.
//
// Returns nullopt if no deal looks as the one under way does: a question that
// contradicts itself. Requires: 1 <= count <= kMaxDeals.
[[nodiscard]] std::optional<std::vector<BelievedDeal>> DrawDeals(
    const DealSampler& sampler, Random& random, int count,
    const std::optional<PlayerModel>& model);

}  // namespace couillon::bots
