// Head-to-head ratings of one pairing: Elo, normalised Elo, the likelihood of
// superiority and the plus-two interval, in closed form from pair sums.
//
// All computations use the score minus 1/2, so that swapping the sides negates
// every number exactly.
#pragma once

#include <cstdint>
#include <optional>

#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/pairs/pair_sums.h"

namespace couillon::stats {

// 800 / ln 10: Elo per unit of ln(odds) / 2, and nElo per unit of effect size.
inline constexpr double kEloScale = 347.43558552260146;

// An Elo is flagged when fewer pairs than this differ from a split.
inline constexpr std::int64_t kFewDecisivePairs = 30;

// The interval of an effect size needs a standard deviation that is known well
// enough: pairs / kurtosis of their results must be this at least. The quotient
// is about the number of pairs that make up the variance: if few decide, their
// number. Below it, intervals of 95% held the truth in 20 to 95% of samples.
inline constexpr double kMinPairsOfEffect = 20;

// The variance and the quantile that an interval uses.
enum class EloConvention {
  kArena,     // sample variance (n - 1) and Student's t with n - 1 degrees
  kFishtest,  // population variance and the normal law, as fishtest prints
};

// Options of the estimate. Only the convention has a valid default.
struct EloOptions {
  double level = 0;              // confidence, 0 < level < 1
  double seatings_per_pair = 0;  // 1 single games, 2 mirrored pairs, 6 blocks
  EloConvention convention = EloConvention::kArena;
};

// Sums over pair scores y in [0, 1], all >= 0; won + lost pairs in all.
struct PairTotals {
  double won = 0;     // sum of y
  double lost = 0;    // sum of 1 - y
  double shared = 0;  // sum of y (1 - y): 0 if every pair was won or lost whole
  double decisive = 0;  // pairs with y != 1/2, or a lower bound on them
};

// The interval with one virtual lost and one virtual won pair added. It never
// collapses to a point. Interval and LOS are one test: a score of 1/2 is
// outside the interval of 95% if and only if the LOS is above 97.5% or
// below 2.5%. Both are limited by the sign test of points.h.
struct PlusTwoEstimate {
  double score = 0.5;       // (won pairs + 1) / (pairs + 2), in (0, 1)
  Interval score_interval;  // not clipped to [0, 1]
  double elo = 0;
  // An end beyond a score of 0 or 1 is infinite. Both are where all pairs went
  // one way, and are too few to say who is better.
  Interval elo_interval;
  double superiority = 0.5;  // LOS: P(T <= t), in (0, 1)
  double t = 0;              // (score - 1/2) / se
  double degrees_of_freedom = 1;
};

// The result of a pairing seen from one side.
struct EloEstimate {
  std::int64_t pairs = 0;
  std::optional<double> score;           // in [0, 1]; null without pairs
  std::optional<double> variance;        // of one pair score
  std::optional<double> standard_error;  // of the score
  // Not clipped; unbounded if unknown, a point if all results are equal.
  Interval score_interval;
  std::optional<double> elo;  // -+infinity when every pair is lost / won
  Interval elo_interval;      // the score interval's ends, transformed
  std::optional<double> elo_standard_error;  // delta method
  std::optional<double> nelo;                // null when the variance is zero
  // Includes the error of the standard deviation, and is unbounded where
  // HasEffectInterval is false (kFishtest ignores both).
  Interval nelo_interval;
  std::optional<double> nelo_standard_error;
  // LOS: P(this side is stronger), by the law of the interval. 1/2 without
  // pairs; null when the variance is zero or unknown.
  std::optional<double> superiority;
  PlusTwoEstimate plus_two;  // the interval to print by default
  // True when DecisivePairsAtLeast, a lower bound, is below kFewDecisivePairs.
  // Cells give the exact number of decisive pairs.
  bool few_decisive_pairs = true;
};

// Returns the standard error of the effect size t = (mean - mean0) / sd of n
// pairs: sqrt((1 - t skewness + t^2 (kurtosis - 1) / 4) / n), by the delta
// method. Requires: pairs > 0.
[[nodiscard]] double EffectError(double effect, const PairShape& shape,
                                 std::int64_t pairs);

// Returns whether the pairs are enough for an interval of the effect size.
[[nodiscard]] bool HasEffectInterval(const PairShape& shape,
                                     std::int64_t pairs);

// Returns all of the above from the sums of pair scores.
// Requires: options within their stated ranges.
[[nodiscard]] EloEstimate EstimateElo(const PairSums& score,
                                      const EloOptions& options);

// Returns the plus-two interval alone. Source: Agresti and Caffo's added
// successes and failures, on pairs; population variance, t with n + 1 degrees.
[[nodiscard]] PlusTwoEstimate EstimatePlusTwo(const PairSums& score,
                                              double level);
[[nodiscard]] PlusTwoEstimate EstimatePlusTwo(const PairTotals& totals,
                                              double level);

// Returns the Elo difference that gives the expected score, -+infinity for
// scores <= 0 and >= 1, and its inverse.
[[nodiscard]] double EloOfScore(double score);
[[nodiscard]] double ScoreOfElo(double elo);

// Returns EloOfScore(1/2 + above_half), an odd function to the last bit.
[[nodiscard]] double EloOfScoreAboveHalf(double above_half);

// Returns the effect size per pair of a normalised Elo, and its inverse:
// t = nelo sqrt(seatings_per_pair) / kEloScale.
[[nodiscard]] double EffectOfNelo(double nelo, double seatings_per_pair);
[[nodiscard]] double NeloOfEffect(double effect, double seatings_per_pair);

}  // namespace couillon::stats
