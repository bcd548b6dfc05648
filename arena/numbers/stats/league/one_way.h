// Bots that a fit of scores leaves out, since all their results went one way,
// and pairings judged by themselves: what may be said of them at a given
// confidence, for any law of pair scores.
//
// If the mean expected score over N independent pairs is s, all of them are won
// with a probability of at most s^N: no pair is won more often than its
// expected score says, and the product of the scores is at most the power of
// their mean. So N won pairs bound s from below, and 1 - s, the score conceded
// to the losers, from above.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "arena/numbers/stats/league/league_moments.h"
#include "arena/numbers/stats/league/league_rating.h"

namespace couillon::stats {

// Returns the most that winners of `pairs` pairs concede, as a mean expected
// score: by the plus-two interval at confidence `level`, which reports show (1
// if it is open), and exactly, which fails with probability `error`. Requires:
// pairs > 0; 0 < level < 1; 0 < error < 1.
[[nodiscard]] double PlusTwoConceded(double pairs, double level);
[[nodiscard]] double ExactlyConceded(double pairs, double error);

// Where a bot with a perfect score lies, at least: so far beyond rated bots, in
// the direction of its results, that the winners of its pairs would concede
// this mean expected score.
class PerfectBound {
 public:
  // Requires: `island` outlives it and has strengths; `bot` has met a rated
  // bot; 0 < conceded < 1.
  PerfectBound(const LeagueIsland& island, const PerfectBot& bot,
               double conceded);

  // Returns the distance to the rated bot in slot `zero`, or without one to
  // their mean, in strengths: above it for a bot that won, below it for one
  // that lost. The strengths of the opponents relative to `zero` are taken at
  // the worse end of their interval at confidence `level`. Null if these have
  // no errors.
  [[nodiscard]] std::optional<double> Lead(std::optional<std::size_t> zero,
                                           double level) const;

 private:
  const LeagueIsland& island_;
  const PerfectBot& bot_;
  double place_ = 0;              // as a strength, seen by the winners
  std::vector<double> weights_;   // of bot.met in the place, of sum 1
  std::vector<double> products_;  // covariance * weights, by slot
  double variance_ = 0;           // weights' covariance * weights
};

// Returns the test of equal bots from one pairing: the t of the plus-two
// interval, and never less than twice the probability that all decisive pairs
// of equal bots go one way, so that no few pairs are certain.
[[nodiscard]] DirectResult TestPairing(const PairingMoments& pairing);

// Returns the pair scores of a pairing as totals.
[[nodiscard]] PairTotals TotalsOf(const PairingMoments& pairing);

}  // namespace couillon::stats
