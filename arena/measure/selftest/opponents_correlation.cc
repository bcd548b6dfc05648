#include "arena/measure/selftest/opponents_correlation.h"

#include <cmath>
#include <cstddef>
#include <limits>

#include "arena/numbers/stats/pairs/pair_sums.h"

namespace couillon::arena {
namespace {

const stats::Pairing& PairingOf(const stats::LeagueSums& league, int k) {
  return league.pairings[static_cast<std::size_t>(k)];
}

// 1 if the bot that both pairings have is on the same side of both, -1 if on
// different ones, 0 if they have none in common.
int SignOfCommonBot(const stats::Pairing& a, const stats::Pairing& b) {
  if (a.first == b.first || a.second == b.second) return 1;
  return a.first == b.second || a.second == b.first ? -1 : 0;
}

// Of numerators, over all pairs.
double VarianceOf(const stats::PairSums& score) {
  const auto n = static_cast<double>(score.pairs);
  const double mean = static_cast<double>(score.sum) / n;
  return static_cast<double>(score.sum_squares) / n - mean * mean;
}

double CovarianceOf(const stats::CrossSums& cross) {
  const auto n = static_cast<double>(cross.deals);
  return static_cast<double>(cross.sum_products) / n -
         static_cast<double>(cross.sum_k) / n *
             (static_cast<double>(cross.sum_l) / n);
}

}  // namespace

void OpponentsCorrelation::Add(const stats::LeagueSums& league) {
  league.crosses.ForEach([&](const stats::CrossSums& cross) {
    const stats::Pairing& a = PairingOf(league, cross.k);
    const stats::Pairing& b = PairingOf(league, cross.l);
    const int sign = SignOfCommonBot(a, b);
    if (sign == 0 || cross.deals == 0) return;
    covariance_ += sign * CovarianceOf(cross);
    variance_ += std::sqrt(VarianceOf(a.score) * VarianceOf(b.score));
  });
}

double OpponentsCorrelation::value() const {
  return variance_ > 0 ? covariance_ / variance_
                       : std::numeric_limits<double>::quiet_NaN();
}

double ExpectedWidthRatio(int bots, double correlation) {
  return std::sqrt(1 + (bots - 2) * correlation);
}

}  // namespace couillon::arena
