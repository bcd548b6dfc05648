// The logistic curve between score and Elo, intervals from exact sums, and nElo
// from the effect size.

#include "arena/numbers/stats/pairs/elo.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "arena/numbers/stats/law/distributions.h"
#include "arena/numbers/stats/law/int128.h"
#include "arena/numbers/stats/pairs/points.h"

namespace couillon::stats {
namespace {

constexpr double kInfiniteElo = std::numeric_limits<double>::infinity();

// The Elo of a sample, from exact sums, so that scores near 0 and 1 keep their
// precision.
double EloOfSums(const PairSums& score) {
  const Int128 won = score.sum;
  const Int128 lost = Int128{score.pairs} * score.denominator - score.sum;
  if (won == lost) return 0;
  const Int128 few = std::min(won, lost);
  const double size =
      few <= 0 ? kInfiniteElo
               : kEloScale / 2 *
                     std::log1p(static_cast<double>(std::max(won, lost) - few) /
                                static_cast<double>(few));
  return won > lost ? size : -size;
}

// The Elo of a score and of its distances from 0 and from 1, whose difference
// is `lead`: precise near both ends, and negated exactly when they change
// places.
double EloOfParts(double won, double lost, double lead) {
  if (lost <= 0) return kInfiniteElo;
  if (won <= 0) return -kInfiniteElo;
  const double size =
      kEloScale / 2 * std::log1p(std::abs(lead) / std::min(won, lost));
  return PositiveZero(lead < 0 ? -size : size);
}

Interval EloInterval(double above_half, double half_width) {
  return {EloOfScoreAboveHalf(above_half - half_width),
          EloOfScoreAboveHalf(above_half + half_width)};
}

Interval ScoreInterval(double above_half, double half_width) {
  return {PositiveZero(0.5 + (above_half - half_width)),
          PositiveZero(0.5 + (above_half + half_width))};
}

void FillNelo(const PairSums& score, const EloOptions& options,
              double above_half, double quantile, EloEstimate& out) {
  if (!out.variance || !out.standard_error) return;
  const double sd = std::sqrt(*out.variance);
  if (!(sd > 0)) return;
  const double effect = above_half / sd;
  const bool fishtest = options.convention == EloConvention::kFishtest;
  const PairShape shape = ShapeOfScores(score).value_or(PairShape{});
  const double error = EffectError(effect, shape, out.pairs);
  out.nelo = NeloOfEffect(effect, options.seatings_per_pair);
  out.nelo_standard_error = NeloOfEffect(error, options.seatings_per_pair);
  if (fishtest) {
    out.nelo_interval =
        Around(*out.nelo, quantile * NeloOfEffect(*out.standard_error / sd,
                                                  options.seatings_per_pair));
  } else if (HasEffectInterval(shape, out.pairs)) {
    out.nelo_interval = Around(*out.nelo, quantile * *out.nelo_standard_error);
  }
  const double t = above_half / *out.standard_error;
  out.superiority = fishtest
                        ? NormalCdf(t)
                        : StudentCdf(t, static_cast<double>(out.pairs) - 1);
}

}  // namespace

double EffectError(double effect, const PairShape& shape, std::int64_t pairs) {
  const double factor =
      1 - effect * shape.skewness + effect * effect * (shape.kurtosis - 1) / 4;
  return std::sqrt(std::max(factor, 0.0) / static_cast<double>(pairs));
}

bool HasEffectInterval(const PairShape& shape, std::int64_t pairs) {
  return static_cast<double>(pairs) >= kMinPairsOfEffect * shape.kurtosis;
}

double EloOfScoreAboveHalf(double above_half) {
  if (above_half >= 0.5) return kInfiniteElo;
  if (above_half <= -0.5) return -kInfiniteElo;
  return PositiveZero(kEloScale * std::atanh(2 * above_half));
}

double EloOfScore(double score) { return EloOfScoreAboveHalf(score - 0.5); }

double ScoreOfElo(double elo) { return 1 / (1 + std::pow(10.0, -elo / 400)); }

PlusTwoEstimate EstimatePlusTwo(const PairTotals& totals, double level) {
  const double won = totals.won + 1;
  const double lost = totals.lost + 1;
  const double n = won + lost;
  const double above_half = 0.5 * (won - lost) / n;
  // The variance without cancellation, for the longest sweeps.
  const double variance =
      std::max((won / n) * (lost / n) - totals.shared / n, 0.0);
  const double error = std::sqrt(variance / n);
  const double half_width =
      WidthWithSignTest(TwoSidedStudent(level, n - 1) * error, above_half,
                        totals.decisive, level);
  PlusTwoEstimate out;
  out.score = 0.5 + above_half;
  out.score_interval = ScoreInterval(above_half, half_width);
  out.elo = EloOfParts(won / n, lost / n, 2 * above_half);
  out.elo_interval = {EloOfParts(won / n - half_width, lost / n + half_width,
                                 2 * (above_half - half_width)),
                      EloOfParts(won / n + half_width, lost / n - half_width,
                                 2 * (above_half + half_width))};
  // All pairs went one way, and their bound says less than that.
  const bool one_way = totals.won == 0 || totals.lost == 0;
  if (one_way && std::abs(above_half) <= half_width) out.elo_interval = {};
  out.t = PositiveZero(above_half / error);
  out.degrees_of_freedom = n - 1;
  out.superiority = WithSignTest(StudentCdf(out.t, n - 1), totals.decisive);
  return out;
}

PlusTwoEstimate EstimatePlusTwo(const PairSums& score, double level) {
  const Int128 d = score.denominator;
  const Int128 all = Int128{score.pairs} * d;
  const auto scale = static_cast<double>(score.denominator);
  return EstimatePlusTwo(
      PairTotals{.won = static_cast<double>(score.sum) / scale,
                 .lost = static_cast<double>(all - score.sum) / scale,
                 .shared = static_cast<double>(Int128{score.sum} * d -
                                               score.sum_squares) /
                           (scale * scale),
                 .decisive = static_cast<double>(DecisivePairsAtLeast(score))},
      level);
}

EloEstimate EstimateElo(const PairSums& score, const EloOptions& options) {
  EloEstimate out;
  out.pairs = score.pairs;
  out.plus_two = EstimatePlusTwo(score, options.level);
  out.few_decisive_pairs = DecisivePairsAtLeast(score) < kFewDecisivePairs;
  out.score = ComputeMean(score);
  const std::optional<double> score_above_half = MeanAboveHalf(score);
  if (!score_above_half) {
    out.superiority = 0.5;
    return out;
  }
  const double above_half = *score_above_half;
  out.elo = EloOfSums(score);
  const bool arena = options.convention == EloConvention::kArena;
  out.variance = arena ? SampleVariance(score) : PopulationVariance(score);
  if (!out.variance) return out;
  const auto n = static_cast<double>(score.pairs);
  out.standard_error = std::sqrt(*out.variance / n);
  const double quantile = arena ? TwoSidedStudent(options.level, n - 1)
                                : TwoSidedNormal(options.level);
  const double half_width = quantile * *out.standard_error;
  out.score_interval = ScoreInterval(above_half, half_width);
  out.elo_interval = EloInterval(above_half, half_width);
  if (std::isfinite(*out.elo)) {
    const double slope = kEloScale / 2 / (0.25 - above_half * above_half);
    out.elo_standard_error = *out.standard_error * slope;
  }
  FillNelo(score, options, above_half, quantile, out);
  return out;
}

double EffectOfNelo(double nelo, double seatings_per_pair) {
  return nelo * std::sqrt(seatings_per_pair) / kEloScale;
}

double NeloOfEffect(double effect, double seatings_per_pair) {
  return effect * kEloScale / std::sqrt(seatings_per_pair);
}

}  // namespace couillon::stats
