// Bounds of perfect scores by the worst law that could have given them.

#include "arena/numbers/stats/league/one_way.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "arena/numbers/stats/law/distributions.h"
#include "arena/numbers/stats/law/matrix.h"
#include "arena/numbers/stats/league/bradley_terry.h"
#include "arena/numbers/stats/pairs/elo.h"

namespace couillon::stats {

double PlusTwoConceded(double pairs, double level) {
  return WinProbability(
      -EstimatePlusTwo(PairTotals{.won = pairs, .decisive = pairs}, level)
           .elo_interval.lo /
      kEloPerLogStrength);
}

double ExactlyConceded(double pairs, double error) {
  return -std::expm1(std::log(error) / pairs);
}

PerfectBound::PerfectBound(const LeagueIsland& island, const PerfectBot& bot,
                           double conceded)
    : island_(island), bot_(bot) {
  const double sign = bot.won ? 1 : -1;
  double pairs = 0;
  double least = std::numeric_limits<double>::infinity();
  double most = -least;
  for (const PerfectBot::Met& met : bot.met) {
    const double strength = sign * island.strengths[met.slot];
    pairs += met.pairs;
    least = std::min(least, strength);
    most = std::max(most, strength);
  }
  // The score of a bot as strong as the strongest (weakest) of them is at most
  // (least) that against it alone.
  const double alone = std::log1p(-conceded) - std::log(conceded);
  double lo = least + alone;
  double hi = most + alone;
  for (int step = 0; step < 100 && lo < hi; ++step) {
    const double middle = 0.5 * (lo + hi);
    double lost = 0;
    for (const PerfectBot::Met& met : bot.met) {
      lost += met.pairs *
              WinProbability(sign * island.strengths[met.slot] - middle);
    }
    (lost > pairs * conceded ? lo : hi) = middle;
  }
  place_ = 0.5 * (lo + hi);
  double slopes = 0;
  for (const PerfectBot::Met& met : bot.met) {
    const double difference = place_ - sign * island.strengths[met.slot];
    weights_.push_back(met.pairs * WinProbability(difference) *
                       WinProbability(-difference));
    slopes += weights_.back();
  }
  for (double& weight : weights_) weight /= slopes;
  if (!island.small_sample) return;
  const Matrix& v = island.small_sample->covariance;
  products_.resize(v.rows());
  for (std::size_t s = 0; s < v.rows(); ++s) {
    for (std::size_t k = 0; k < bot.met.size(); ++k) {
      products_[s] += v(s, bot.met[k].slot) * weights_[k];
    }
  }
  for (std::size_t k = 0; k < bot.met.size(); ++k) {
    variance_ += weights_[k] * products_[bot.met[k].slot];
  }
}

std::optional<double> PerfectBound::Lead(std::optional<std::size_t> zero,
                                         double level) const {
  if (!zero && island_.rated.size() == 1) zero = 0;
  const double sign = bot_.won ? 1 : -1;
  const double lead = place_ - (zero ? sign * island_.strengths[*zero] : 0);
  if (zero && bot_.met.size() == 1 && bot_.met[0].slot == *zero) return lead;
  if (!island_.small_sample) return std::nullopt;
  const SmallSample& errors = *island_.small_sample;
  double variance = variance_;
  if (zero) variance += errors.covariance(*zero, *zero) - 2 * products_[*zero];
  double degrees = std::numeric_limits<double>::infinity();
  for (const PerfectBot::Met& met : bot_.met) {
    if (zero && met.slot == *zero) continue;
    degrees =
        std::min(degrees, errors.degrees(met.slot, zero.value_or(met.slot)));
  }
  const double quantile = std::isfinite(degrees)
                              ? TwoSidedStudent(level, degrees)
                              : TwoSidedNormal(level);
  return lead - quantile * std::sqrt(std::max(variance, 0.0));
}

PairTotals TotalsOf(const PairingMoments& pairing) {
  return {.won = pairing.won,
          .lost = pairing.lost,
          .shared = std::max(pairing.pairs / 4 - pairing.squares, 0.0),
          .decisive = pairing.decisive};
}

DirectResult TestPairing(const PairingMoments& pairing) {
  constexpr double kAnyLevel = 0.95;  // of an interval that nobody uses
  const PlusTwoEstimate estimate =
      EstimatePlusTwo(TotalsOf(pairing), kAnyLevel);
  const double tail =
      StudentCdf(-std::abs(estimate.t), estimate.degrees_of_freedom);
  return {.first = pairing.first,
          .second = pairing.second,
          .first_leads = pairing.won > pairing.lost,
          .p_value = std::min(
              1.0, std::max(2 * tail, 2 * std::exp2(-pairing.decisive)))};
}

}  // namespace couillon::stats
