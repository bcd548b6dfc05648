// Groups of three digits, signs, errors and columns.

#include "arena/numbers/format/text_table.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_format.h"
#include "arena/numbers/text/display_width.h"

namespace couillon::arena {

std::string Grouped(std::int64_t number) {
  std::string text = std::to_string(number);
  for (int at = static_cast<int>(text.size()) - 3; at > (number < 0 ? 1 : 0);
       at -= 3) {
    text.insert(static_cast<std::size_t>(at), ",");
  }
  return text;
}

std::string Signed(std::optional<double> value, int digits) {
  if (!value) return "-";
  if (std::isinf(*value)) return "-";
  // No "-0.0" for a number that rounds to zero.
  const bool zero = std::abs(*value) < std::pow(10.0, -digits) / 2;
  return absl::StrFormat("%+.*f", digits, zero ? 0.0 : *value);
}

namespace {

// Returns `digits`, or as many more as a width takes to differ from zero: an
// error of 0.000 reads as certainty.
int DigitsOfWidth(double width, int digits) {
  constexpr int kMaxDigits = 12;
  while (width > 0 && digits < kMaxDigits &&
         width < std::pow(10.0, -digits) / 2) {
    ++digits;
  }
  return digits;
}

}  // namespace

std::string WithError(const stats::MeanEstimate& estimate, int digits) {
  if (!estimate.mean) return "-";
  const double half = (estimate.interval.hi - estimate.interval.lo) / 2;
  if (!std::isfinite(half)) return Signed(estimate.mean, digits);
  return Signed(estimate.mean, digits) +
         absl::StrFormat(" ± %.*f", DigitsOfWidth(half, digits), half);
}

std::string WithError(const std::optional<stats::ContrastEstimate>& estimate,
                      int digits) {
  if (!estimate) return "-";
  if (!estimate->standard_error) return Signed(estimate->value, digits);
  return WithError(stats::MeanEstimate{.mean = estimate->value,
                                       .interval = estimate->interval},
                   digits);
}

std::string Brackets(const stats::Interval& interval, int digits) {
  const double half = (interval.hi - interval.lo) / 2;
  if (std::isfinite(half)) digits = DigitsOfWidth(half, digits);
  const auto end = [digits](double at) {
    return std::isfinite(at) ? Signed(at, digits) : std::string("open");
  };
  return absl::StrFormat("[%s, %s]", end(interval.lo), end(interval.hi));
}

std::string Bracketed(std::optional<double> value,
                      const stats::Interval& interval, int digits) {
  if (value && std::isinf(*value)) {
    // Seen by the side that won.
    const double bound = *value > 0 ? interval.lo : -interval.hi;
    if (!(bound > 0) || !std::isfinite(bound)) return "-";
    return *value > 0 ? "> " + Signed(bound, digits)
                      : "< " + Signed(-bound, digits);
  }
  if (!std::isfinite(interval.lo) && !std::isfinite(interval.hi)) {
    return value ? Signed(value, digits) : "-";
  }
  return Signed(value, digits) + " " + Brackets(interval, digits);
}

std::string Columns(const Rows& rows) {
  std::vector<std::size_t> widths(rows[0].size(), 0);
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], DisplayWidth(row[i]));
    }
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string pad(widths[i] - DisplayWidth(row[i]), ' ');
      line += i == 0 ? "  " + row[i] + pad : "  " + pad + row[i];
    }
    text += line + "\n";
  }
  return text;
}

}  // namespace couillon::arena
