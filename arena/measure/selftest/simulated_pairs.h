// Random pair results of known law, for the simulations.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/pairs/pair_sums.h"

namespace couillon::arena {

// Probabilities of the five pair cells.
using CellLaw = std::array<double, 5>;

struct NamedLaw {
  std::string name;
  CellLaw law;
};

[[nodiscard]] double MeanOfLaw(const CellLaw& law);
[[nodiscard]] double SdOfLaw(const CellLaw& law);

// Draws one pair's score in quarters.
[[nodiscard]] std::int64_t DrawQuarters(const CellLaw& law,
                                        stats::SplitMix64& random);

// Draws the sums of n pairs.
[[nodiscard]] stats::PairSums DrawPairs(const CellLaw& law, int n,
                                        stats::SplitMix64& random);

// Returns the symmetric law tilted (p_i e^{h a_i}) until its effect size
// (mean - 1/2) / sd is `effect`.
[[nodiscard]] CellLaw Tilted(const CellLaw& law, double effect);

// Five symmetric laws of pair scores, from typical of cards to nearly always a
// split.
[[nodiscard]] std::vector<NamedLaw> NullLaws();

// Returns the indices of the pairs in the order in which they end, with
// `in_flight` under way at a time. Pairs with a score below 1/2 take three
// times as long as others.
[[nodiscard]] std::vector<std::size_t> ArrivalOrder(
    const std::vector<std::int64_t>& quarters, std::size_t in_flight);

}  // namespace couillon::arena
