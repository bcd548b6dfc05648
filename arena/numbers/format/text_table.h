// Human-readable numbers and tables for a terminal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/league/design_fit.h"
#include "arena/numbers/stats/pairs/mean.h"

namespace couillon::arena {

// Returns an integer with commas: "1,234".
std::string Grouped(std::int64_t number);

// Returns a number with its sign and `digits` decimals, or "-" when there is
// none or it is infinite. A number that rounds to zero is "+0".
std::string Signed(std::optional<double> value, int digits);

// Returns "+0.123 ± 0.045": a mean and the half width of its interval, which
// has as many more decimals as it takes to differ from zero.
std::string WithError(const stats::MeanEstimate& estimate, int digits);

// The same for an estimate; "-" if there is none, and the value alone without a
// standard error.
std::string WithError(const std::optional<stats::ContrastEstimate>& estimate,
                      int digits);

// Returns "[+4.5, +20.1]"; an end that is not bounded is "open". A narrow
// interval has as many more decimals as its half width takes.
std::string Brackets(const stats::Interval& interval, int digits);

// Returns "+12.3 [+4.5, +20.1]", and the value alone if both ends are open. Of
// an infinite value, the bound that the other end of its interval is: "> +4.5",
// or "< -4.5"; "-" if that end does not exclude zero, so that nothing is known.
// "-" without a value too.
std::string Bracketed(std::optional<double> value,
                      const stats::Interval& interval, int digits);

// The most terminal columns of a name above a column of figures.
inline constexpr std::size_t kHeadWidth = 20;

// Cells by row.
using Rows = std::vector<std::vector<std::string>>;

// Returns lines with columns as wide as their widest cell, the first column
// flush left, all others flush right. Requires: at least one row, all rows of
// equal length.
std::string Columns(const Rows& rows);

}  // namespace couillon::arena
