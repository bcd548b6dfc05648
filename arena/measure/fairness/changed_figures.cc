#include "arena/measure/fairness/changed_figures.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "arena/measure/fairness/advantage_verdict.h"
#include "arena/measure/fairness/fairness_report.h"
#include "arena/numbers/stats/law/distributions.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/sample/multiple_tests.h"
#include "arena/numbers/stats/sample/ratio.h"

namespace couillon::arena {
namespace {

bool IsCompared(const ComparedFigure& figure) {
  return figure.difference.value.has_value() &&
         (IsShown(figure.first) || IsShown(figure.second));
}

std::optional<double> PValue(const stats::RatioEstimate& estimate) {
  if (!estimate.value || !estimate.standard_error) return std::nullopt;
  const double difference = *estimate.value;
  const double error = *estimate.standard_error;
  const auto deals = static_cast<double>(estimate.counted);
  if (error > 0) {
    return 2 * stats::StudentCdf(-std::abs(difference) / error, deals - 1);
  }
  // Each deal has the same difference: all of one sign, or all zero.
  return difference == 0 ? 1 : std::exp2(1 - deals);
}

// The standard deviation of a figure from deal to deal; 0 if it is not known.
double SpreadOf(const stats::RatioEstimate& estimate) {
  return estimate.standard_error.value_or(0) *
         std::sqrt(static_cast<double>(estimate.counted));
}

void Measure(ComparedFigure& figure) {
  const stats::RatioEstimate& difference = figure.difference;
  if (!difference.value) return;
  figure.p = PValue(difference);
  const double spread = std::max(SpreadOf(figure.first.estimate),
                                 SpreadOf(figure.second.estimate));
  if (spread <= 0) return;
  figure.size = *difference.value / spread;
  figure.size_interval = {.lo = difference.interval.lo / spread,
                          .hi = difference.interval.hi / spread};
}

void AdjustP(ComparisonReport& comparison) {
  std::vector<double> p;
  for (const ComparedFigure& figure : comparison.figures) {
    if (IsCompared(figure) && figure.p) p.push_back(*figure.p);
  }
  const std::vector<double> adjusted = stats::HolmAdjusted(p);
  auto next = adjusted.begin();
  for (ComparedFigure& figure : comparison.figures) {
    if (!IsCompared(figure) || !figure.p) continue;
    figure.p_adjusted = *next++;
    figure.significant = *figure.p_adjusted <= kVerdictError;
  }
}

}  // namespace

void FindChanges(ComparisonReport& comparison) {
  for (ComparedFigure& figure : comparison.figures) Measure(figure);
  AdjustP(comparison);
  for (std::size_t i = 0; i < comparison.figures.size(); ++i) {
    const ComparedFigure& figure = comparison.figures[i];
    if (!IsCompared(figure)) continue;
    (figure.significant ? comparison.changed : comparison.unchanged)
        .push_back(i);
  }
  // A difference between two constants is beyond any spread.
  const auto by_size = [&comparison](std::size_t i) {
    const ComparedFigure& figure = comparison.figures[i];
    const double without = figure.difference.value == 0.0
                               ? 0
                               : std::numeric_limits<double>::infinity();
    return -std::abs(figure.size.value_or(without));
  };
  std::ranges::stable_sort(comparison.changed, {}, by_size);
  std::ranges::stable_sort(comparison.unchanged, {}, by_size);
}

}  // namespace couillon::arena
