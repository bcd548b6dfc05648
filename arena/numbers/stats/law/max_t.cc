// Simulated maxima of correlated differences with a given seed; for balanced
// strengths the law of the range by the trapezoid rule.

#include "arena/numbers/stats/law/max_t.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include "arena/numbers/stats/law/distributions.h"
#include "arena/numbers/stats/law/splitmix.h"

namespace couillon::stats {
namespace {

// 1 / sd of the difference of bots i and j < i, row by row; 0 for a difference
// without variance.
std::vector<double> ComputeScales(const Matrix& covariance) {
  std::vector<double> scales;
  for (std::size_t i = 0; i < covariance.rows(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double total = covariance(i, i) + covariance(j, j);
      const double variance = total - 2 * covariance(i, j);
      scales.push_back(variance > 1e-12 * total ? 1 / std::sqrt(variance) : 0);
    }
  }
  return scales;
}

double LargestT(const std::vector<double>& scales,
                const std::vector<double>& x) {
  double largest = 0;
  const double* scale = scales.data();
  for (std::size_t i = 1; i < x.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      largest = std::max(largest, std::abs(x[i] - x[j]) * *scale++);
    }
  }
  return largest;
}

}  // namespace

double MaxTCriticalValue(const Matrix& covariance, double level,
                         std::int64_t draws, std::uint64_t seed) {
  const std::vector<double> scales = ComputeScales(covariance);
  const bool any = std::any_of(scales.begin(), scales.end(),
                               [](double scale) { return scale > 0; });
  if (!any || draws < 1) return 0;
  const Matrix factor = SemidefiniteFactor(covariance);
  const std::size_t n = factor.rows();
  // Only one draw of two bots does: their strengths are relative.
  std::vector<bool> matters(n);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = j; i < n; ++i) {
      matters[j] = matters[j] || factor(i, j) != 0;
    }
  }
  SplitMix64 random(seed);
  std::vector<double> largest(static_cast<std::size_t>(draws));
  std::vector<double> x(n);
  for (double& value : largest) {
    std::fill(x.begin(), x.end(), 0.0);
    for (std::size_t j = 0; j < n; ++j) {
      const double unit = random.NextUnit();
      if (!matters[j]) continue;
      const double z = NormalDraw(unit + 0x1p-54);
      for (std::size_t i = j; i < n; ++i) x[i] += factor(i, j) * z;
    }
    value = LargestT(scales, x);
  }
  const auto rank = std::min(
      largest.size() - 1,
      static_cast<std::size_t>(level * static_cast<double>(largest.size())));
  const auto at = largest.begin() + static_cast<std::ptrdiff_t>(rank);
  std::nth_element(largest.begin(), at, largest.end());
  return *at;
}

double NormalRangeCdf(double range, int bots) {
  if (!(range > 0)) return 0;
  // bots * integral of phi(z) (Phi(z) - Phi(z - range))^(bots - 1); the
  // trapezoid rule converges exponentially for such an integrand.
  constexpr double kStep = 0.0625;
  double sum = 0;
  for (int k = -160; k <= 160; ++k) {
    const double z = k * kStep;
    const double inside = NormalCdf(z) - NormalCdf(z - range);
    sum += std::exp(-0.5 * z * z) * std::pow(inside, bots - 1);
  }
  const double density_scale = 1 / std::sqrt(2 * std::numbers::pi);
  return std::min(1.0, bots * kStep * density_scale * sum);
}

double BalancedCriticalValue(int bots, double level) {
  double lo = 0;
  double hi = 100;
  for (int step = 0; step < 100 && hi - lo > 1e-15 * hi; ++step) {
    const double middle = 0.5 * (lo + hi);
    (NormalRangeCdf(middle, bots) < level ? lo : hi) = middle;
  }
  return 0.5 * (lo + hi) / std::numbers::sqrt2;
}

}  // namespace couillon::stats
