// Anytime-valid inference, for looks after every pair and any stopping rule: an
// e-process against "the two bots are equal", and confidence sequences. Pairs
// enter in the order of their deal numbers.
#pragma once

#include <cstdint>

#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/pairs/pair_sums.h"

namespace couillon::stats {

// Two betting martingales under the hypothesis that the mean score is 1/2:
// K+ = prod(1 + lambda_i (x_i - 1/2)) and K- with the opposite sign, with
// stakes lambda_i = clip(d / (s^2 + d^2), 0, 1) from earlier pairs only. Reject
// equality at level alpha when (K+ + K-) / 2 >= 1 / alpha, at any time; valid
// for any law of scores. Source: Waudby-Smith and Ramdas 2024.
class EqualityBet {
 public:
  // Adds the next pair's score. Requires: 0 <= score <= 1.
  void Add(double score);

  // ln K+ and ln K-: the bets on a mean above and below 1/2.
  [[nodiscard]] double log_above() const { return log_above_; }
  [[nodiscard]] double log_below() const { return log_below_; }

  // Returns ln((K+ + K-) / 2), the log of the e-value; 0 at the start.
  [[nodiscard]] double LogEvidence() const;

  // Returns 1 / e-value capped at 1: a p-value valid at any stopping time.
  [[nodiscard]] double AnytimePValue() const;

 private:
  double pairs_ = 0;
  double sum_ = 0;
  double squares_ = 0;  // around the running mean at the time
  double log_above_ = 0;
  double log_below_ = 0;
};

// A confidence sequence for the mean score, valid at all n simultaneously with
// probability 1 - alpha: the predictable plug-in empirical Bernstein sequence,
// non-asymptotic for any law on [0, 1]. Source: Waudby-Smith and Ramdas 2024,
// stakes capped at 1/2.
class EmpiricalBernsteinSequence {
 public:
  // Requires: 0 < alpha < 1.
  explicit EmpiricalBernsteinSequence(double alpha);

  // Adds the next pair's score. Requires: 0 <= score <= 1.
  void Add(double score);

  // The current interval; [0, 1] at the start.
  [[nodiscard]] Interval interval() const { return interval_; }

 private:
  double log_two_over_alpha_;
  double pairs_ = 0;
  double sum_ = 0;
  double squares_ = 0;
  double mean_ = 0.5;
  double variance_ = 0.25;
  double stakes_ = 0;
  double weighted_sum_ = 0;
  double penalty_ = 0;
  Interval interval_ = {0, 1};
};

// The smallest number of pairs with an asymptotic interval.
inline constexpr std::int64_t kFirstAsymptoticLook = 50;

// Returns the half width of the asymptotic confidence sequence after n pairs
// of standard deviation `sd`, in the unit of `sd`; tightest near `n_opt`.
// Requires: n >= 1, sd >= 0, n_opt >= 1, 0 < alpha < 1.
// Source: Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2024.
[[nodiscard]] double AsymptoticRadius(std::int64_t n, double sd, double alpha,
                                      std::int64_t n_opt);

// Returns mean +- that radius from sums; unbounded before kFirstAsymptoticLook.
[[nodiscard]] Interval AsymptoticInterval(const PairSums& sums, double alpha,
                                          std::int64_t n_opt);

// Returns the same for scores, within [0, 1], with one virtual lost and one
// virtual won pair added as in the plus-two interval, so that it never has zero
// width. Valid only if `n_opt` is declared before the first pair: one that
// follows the number of pairs makes it too narrow without end. Requires:
// results are scores in [0, 1].
[[nodiscard]] Interval AnytimeScoreInterval(const PairSums& sums, double alpha,
                                            std::int64_t n_opt);

// Returns the same in Elo. One end is always finite.
[[nodiscard]] Interval AnytimeEloInterval(const PairSums& sums, double alpha,
                                          std::int64_t n_opt);

// Returns the same for a mean lead in points, with virtual pairs of the largest
// leads that a pair may have, +-largest_numerator over the denominator of
// `sums`: a rare lead that was not seen yet does not make the interval too
// narrow. Requires: largest_numerator > 0.
[[nodiscard]] Interval AnytimePointsInterval(const PairSums& sums, double alpha,
                                             std::int64_t n_opt,
                                             std::int64_t largest_numerator);

}  // namespace couillon::stats
