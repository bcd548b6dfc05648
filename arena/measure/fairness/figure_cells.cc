#include "arena/measure/fairness/figure_cells.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/measure/fairness/advantage_verdict.h"
#include "arena/measure/fairness/fairness_report.h"
#include "arena/measure/fairness/named_figures.h"
#include "arena/numbers/format/text_table.h"
#include "arena/numbers/stats/pairs/elo.h"

namespace couillon::arena {
namespace {

// Whether the ends are so unlike, seen from the value, that a half width would
// be wrong: as on the page (tools/page/src/words/numbers.ts).
bool IsLopsided(double value, const stats::Interval& interval, double step) {
  const double below = value - interval.lo;
  const double above = interval.hi - value;
  return std::abs(above - below) >= 0.04 * (above + below) + step;
}

// The half width of an interval times `factor`; null if it is unbounded.
std::optional<double> HalfOf(const stats::Interval& interval, double factor) {
  const double half = factor * (interval.hi - interval.lo) / 2;
  return std::isfinite(half) ? std::optional(half) : std::nullopt;
}

int DigitsFor(std::optional<double> half, int usual, Digits wanted) {
  constexpr int kMax = 6;
  int digits = usual;
  while (wanted == Digits::kAsNeeded && half && *half > 0 && digits < kMax &&
         *half < 0.5 * std::pow(10, -digits)) {
    ++digits;
  }
  return digits;
}

// " ± 0.16", or " [0.07, 2.11]" of a lopsided interval; empty if it is
// unbounded. The number times `factor` is printed.
std::string ErrorText(double value, const stats::Interval& interval,
                      double factor, int digits) {
  const std::optional<double> half = HalfOf(interval, factor);
  if (!half) return "";
  if (IsLopsided(value, interval, std::pow(10, -digits) / factor)) {
    return absl::StrFormat(" [%.*f, %.*f]", digits, factor * interval.lo,
                           digits, factor * interval.hi);
  }
  return absl::StrFormat(" ± %.*f", digits, *half);
}

}  // namespace

std::string ValueCell(const Figure& figure,
                      const stats::RatioEstimate& estimate, Digits wanted) {
  if (!estimate.value) return "-";
  const bool percent =
      figure.kind == FigureKind::kScore || figure.kind == FigureKind::kShare;
  const double factor = percent ? 100 : 1;
  const bool points = figure.kind == FigureKind::kPoints;
  const int usual = percent ? 2 : points ? 4 : 3;
  const int digits =
      DigitsFor(HalfOf(estimate.interval, factor), usual, wanted);
  const std::string error =
      ErrorText(*estimate.value, estimate.interval, factor, digits);
  if (points) return Signed(estimate.value, digits) + error;
  return absl::StrFormat("%.*f%s", digits, factor * *estimate.value,
                         percent ? "%" : "") +
         error;
}

std::string VerdictCell(const FigureReport& report, Digits wanted) {
  std::string text = ValueCell(report.figure, report.estimate, wanted);
  if (report.figure.kind == FigureKind::kScore && report.estimate.value) {
    absl::StrAppend(&text, " (",
                    Signed(stats::EloOfScore(*report.estimate.value), 1),
                    " Elo)");
  }
  if (report.verdict) {
    absl::StrAppend(&text, " ", VerdictWord(report.verdict->verdict));
  }
  return text;
}

std::string NamedCell(const std::vector<FigureReport>& figures,
                      const std::string& name) {
  const FigureReport* figure = FindFigure(figures, name);
  return figure == nullptr ? "-" : ValueCell(figure->figure, figure->estimate);
}

std::string CountCell(std::optional<double> value) {
  if (!value || !std::isfinite(*value) || *value > 9e15) return "-";
  return Grouped(static_cast<std::int64_t>(std::ceil(*value)));
}

std::string BoundedCell(std::optional<double> value,
                        const stats::Interval& interval) {
  if (!value) return "-";
  std::string number = absl::StrFormat("%.3f", *value);
  if (!std::isfinite(interval.lo) || !std::isfinite(interval.hi)) return number;
  return absl::StrFormat("%s [%.3f, %.3f]", number, interval.lo, interval.hi);
}

}  // namespace couillon::arena
