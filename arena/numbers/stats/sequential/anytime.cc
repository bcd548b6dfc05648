// A bet against equality, the empirical Bernstein sequence, and asymptotic
// intervals. Estimates for a pair use earlier pairs only.

#include "arena/numbers/stats/sequential/anytime.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "arena/numbers/stats/pairs/elo.h"

namespace couillon::stats {

void EqualityBet::Add(double score) {
  // Estimates from past pairs and one prior pair of mean 1/2, variance 1/4.
  const double mean = (0.5 + sum_) / (pairs_ + 1);
  const double variance = (0.25 + squares_) / (pairs_ + 1);
  const double d = mean - 0.5;
  const double stake = std::clamp(std::abs(d) / (variance + d * d), 0.0, 1.0);
  if (d > 0) log_above_ += std::log1p(stake * (score - 0.5));
  if (d < 0) log_below_ += std::log1p(-stake * (score - 0.5));
  pairs_ += 1;
  sum_ += score;
  const double excess = score - (0.5 + sum_) / (pairs_ + 1);
  squares_ += excess * excess;
}

double EqualityBet::LogEvidence() const {
  const double more = std::max(log_above_, log_below_);
  const double less = std::min(log_above_, log_below_);
  return more + std::log1p(std::exp(less - more)) - std::log(2.0);
}

double EqualityBet::AnytimePValue() const {
  return std::min(1.0, std::exp(-LogEvidence()));
}

EmpiricalBernsteinSequence::EmpiricalBernsteinSequence(double alpha)
    : log_two_over_alpha_(std::log(2 / alpha)) {}

void EmpiricalBernsteinSequence::Add(double score) {
  pairs_ += 1;
  const double stake =
      std::min(0.5, std::sqrt(2 * log_two_over_alpha_ /
                              (variance_ * pairs_ * std::log(pairs_ + 1))));
  const double surprise = score - mean_;
  stakes_ += stake;
  weighted_sum_ += stake * score;
  penalty_ += surprise * surprise * (-std::log1p(-stake) - stake);
  sum_ += score;
  mean_ = (0.5 + sum_) / (pairs_ + 1);
  squares_ += (score - mean_) * (score - mean_);
  variance_ = (0.25 + squares_) / (pairs_ + 1);
  const double centre = weighted_sum_ / stakes_;
  const double radius = (log_two_over_alpha_ + penalty_) / stakes_;
  interval_ = {std::max(0.0, centre - radius), std::min(1.0, centre + radius)};
}

double AsymptoticRadius(std::int64_t n, double sd, double alpha,
                        std::int64_t n_opt) {
  const double twice = -2 * std::log(alpha);
  const double r2 = (twice + std::log1p(twice)) / static_cast<double>(n_opt);
  const auto count = static_cast<double>(n);
  const double grown = count * r2 + 1;
  return sd * std::sqrt(2 * grown / (count * count * r2) *
                        (0.5 * std::log(grown) - std::log(alpha)));
}

Interval AsymptoticInterval(const PairSums& sums, double alpha,
                            std::int64_t n_opt) {
  const std::optional<double> mean = ComputeMean(sums);
  const std::optional<double> variance = SampleVariance(sums);
  if (!mean || !variance || sums.pairs < kFirstAsymptoticLook) return {};
  const std::int64_t planned = std::max<std::int64_t>(n_opt, 1);
  return Around(*mean, AsymptoticRadius(sums.pairs, std::sqrt(*variance), alpha,
                                        planned));
}

Interval AnytimeScoreInterval(const PairSums& sums, double alpha,
                              std::int64_t n_opt) {
  if (sums.pairs < kFirstAsymptoticLook) return {};
  PairSums padded = sums;
  padded.Add(0);
  padded.Add(padded.denominator);
  const Interval score = AsymptoticInterval(padded, alpha, n_opt);
  return {std::max(score.lo, 0.0), std::min(score.hi, 1.0)};
}

Interval AnytimeEloInterval(const PairSums& sums, double alpha,
                            std::int64_t n_opt) {
  if (sums.pairs < kFirstAsymptoticLook) return {};
  const Interval score = AnytimeScoreInterval(sums, alpha, n_opt);
  return {EloOfScore(score.lo), EloOfScore(score.hi)};
}

Interval AnytimePointsInterval(const PairSums& sums, double alpha,
                               std::int64_t n_opt,
                               std::int64_t largest_numerator) {
  if (sums.pairs < kFirstAsymptoticLook) return {};
  PairSums padded = sums;
  padded.Add(largest_numerator);
  padded.Add(-largest_numerator);
  return AsymptoticInterval(padded, alpha, n_opt);
}

}  // namespace couillon::stats
