// What a player believes about the hidden cards: deals drawn at random that
// look as the deal under way does, weighed by how well they explain what the
// other players did.
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

// The products of so many weights and deals fit into 64 bits.
inline constexpr int kMostDeals = 100'000;

// How likely, in percent, it is that another player acts otherwise than
// "heuristic" would. 100 for both: what players do says nothing.
struct Surprise {
  int card = 100;
  int call = 100;

  [[nodiscard]] bool IsUsual() const { return card == 100 && call == 100; }
};

// A deal at the decision under way.
struct BelievedDeal {
  TrackedPosition play;
  std::int64_t weight = 1;  // how many equal deals it stands for
};

// The weight of a deal that was drawn: kFullWeight if all players but `decider`
// have acted as "heuristic" would, times the chance in percent for each who has
// not; at least 1.
inline constexpr std::int64_t kFullWeight = 1 << 24;
[[nodiscard]] std::int64_t WeightOf(const Position& deal, Seat decider,
                                    const Surprise& surprise);

// Returns deals whose weights add up to `count`. Unless surprise is usual, four
// times as many are drawn, and weights are proportional to WeightOf up to less
// than 1 (systematic sampling); deals of weight 0 are left out.
//
// Returns nullopt if no deal looks as the one under way does: a question that
// contradicts itself. Requires: 1 <= count <= kMostDeals.
[[nodiscard]] std::optional<std::vector<BelievedDeal>> DrawDeals(
    const DealSampler& sampler, Random& random, int count,
    const Surprise& surprise);

}  // namespace couillon::bots
