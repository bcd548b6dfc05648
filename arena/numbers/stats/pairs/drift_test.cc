// The least-squares line through the means of blocks of deals, and the test of
// its slope.

#include "arena/numbers/stats/pairs/drift_test.h"

#include <algorithm>
#include <cmath>

#include "arena/numbers/stats/law/distributions.h"

namespace couillon::stats {
namespace {

constexpr double kDealsPerSlope = 1000;
// Residuals below this share of the results are rounding.
constexpr double kExactSums = 1e-24;

double MeanResult(const DriftBlock& block) {
  return ComputeMean(block.sums).value_or(0);
}

// The least-squares line through all pairs.
struct Line {
  double pairs = 0;
  double mean_deal = 0;
  double mean_result = 0;
  double spread = 0;   // sum over pairs of d^2
  double fourths = 0;  // of d^4
  double slope = 0;    // per deal

  [[nodiscard]] double At(double deal) const {
    return mean_result + slope * (deal - mean_deal);
  }
};

Line FitLine(std::span<const DriftBlock> blocks) {
  Line line;
  for (const DriftBlock& block : blocks) {
    const auto n = static_cast<double>(block.sums.pairs);
    line.pairs += n;
    line.mean_deal += n * block.deal;
    line.mean_result += n * MeanResult(block);
  }
  if (line.pairs <= 0) return line;
  line.mean_deal /= line.pairs;
  line.mean_result /= line.pairs;
  double products = 0;
  for (const DriftBlock& block : blocks) {
    const auto n = static_cast<double>(block.sums.pairs);
    const double d = block.deal - line.mean_deal;
    line.spread += n * d * d;
    line.fourths += n * d * d * d * d;
    products += n * d * (MeanResult(block) - line.mean_result);
  }
  if (line.spread > 0) line.slope = products / line.spread;
  return line;
}

// Returns the squared error of the slope; 0 if there are no residuals.
double SlopeVariance(std::span<const DriftBlock> blocks, const Line& line) {
  double total = 0;
  double squares = 0;
  for (const DriftBlock& block : blocks) {
    const auto n = static_cast<double>(block.sums.pairs);
    const double d = block.deal - line.mean_deal;
    const double off = MeanResult(block) - line.At(block.deal);
    const double residuals =
        n * (PopulationVariance(block.sums).value_or(0) + off * off);
    const double leverage = 1 / line.pairs + d * d / line.spread;
    squares += n * MeanResult(block) * MeanResult(block) + residuals;
    // A pair that determines the line alone has no residual.
    total += d * d * residuals / std::max(1 - leverage, 1e-6);
  }
  if (total <= kExactSums * squares * line.spread / line.pairs) return 0;
  return total / (line.spread * line.spread);
}

}  // namespace

std::optional<DriftTest> TestDrift(std::span<const DriftBlock> blocks,
                                   double level) {
  const Line line = FitLine(blocks);
  if (line.pairs < 3 || !(line.spread > 0)) return std::nullopt;
  const double variance = SlopeVariance(blocks, line);
  if (!(variance > 0)) return std::nullopt;
  const double error = std::sqrt(variance);
  DriftTest test;
  test.pairs = static_cast<std::int64_t>(line.pairs);
  test.slope_per_1000 = PositiveZero(kDealsPerSlope * line.slope);
  test.standard_error = kDealsPerSlope * error;
  test.degrees_of_freedom =
      std::clamp(line.spread * line.spread / line.fourths, 1.0, line.pairs - 2);
  test.interval = Around(
      test.slope_per_1000,
      TwoSidedStudent(level, test.degrees_of_freedom) * test.standard_error);
  test.p_value = std::min(1.0, 2 * StudentCdf(-std::abs(line.slope) / error,
                                              test.degrees_of_freedom));
  return test;
}

}  // namespace couillon::stats
