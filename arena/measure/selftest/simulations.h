// Random results whose truth is known: pairs of a given law, and leagues of
// bots of given strengths. Strengths and effects are in natural log units.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/league/league_rating.h"
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
[[nodiscard]] CellLaw Tilt(const CellLaw& law, double effect);

// Five symmetric laws of pair scores, from typical of cards to nearly always a
// split.
[[nodiscard]] std::vector<NamedLaw> NullLaws();

// Returns the indices of the pairs in the order in which they end, with
// `in_flight` under way at a time. Pairs with a score below 1/2 take three
// times as long as others.
[[nodiscard]] std::vector<std::size_t> ArrivalOrder(
    const std::vector<std::int64_t>& quarters, std::size_t in_flight);

// Each bot has a strength and, for each deal, a normal effect with the standard
// deviation `deal_effect`: some deals suit a bot better than others. The effect
// of a bot on a deal is the same in all pairings that play this deal.
struct SimulatedLeague {
  std::vector<double> strength;  // by bot
  double deal_effect = 0;
  int deals = 0;            // per pairing
  bool same_deals = false;  // for all pairings
  // The number of deals, the first ones, that the last bot has played against
  // each of the others; 0 for all.
  int deals_of_last = 0;
  // The number of deals of the pairing of the first two bots; 0 for all. Only
  // with own deals.
  int deals_of_first_two = 0;
  // The probability that the second bot plays a deal exactly as the first one:
  // the same results against the others, and a split against each other.
  double copied = 0;
  // How much stronger the first bot is against the second than their strengths
  // say, the second against the third, and the third against the first.
  double circle = 0;
};

// Returns the strengths of bots at equal steps, the first 0, the last `total`.
// Requires: bots >= 2.
[[nodiscard]] std::vector<double> Ladder(int bots, double total);

// Draws the results of a league in which every two bots meet. A deal is won or
// lost in each of its two seatings, independently given its effects.
// Requires: two bots, one deal.
[[nodiscard]] stats::LeagueSums DrawLeague(const SimulatedLeague& league,
                                           stats::SplitMix64& random);

// Returns the Elo, by bot relative to the first, that the ratings of the league
// approach as the number of deals grows. It does not depend on the deal mode.
[[nodiscard]] std::vector<double> LongRunElo(const SimulatedLeague& league);

}  // namespace couillon::arena
