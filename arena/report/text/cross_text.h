// Who is better than whom, as a table for a terminal: likelihoods where they
// fit, else a mark per pairing.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "arena/numbers/format/document.h"
#include "arena/report/data/rating_sheet.h"

namespace couillon::arena {

// The most bots whose marks fit in a line of a report.
inline constexpr std::size_t kMaxMarkedBots = 60;

// Returns the table of the best bots, with its notes. `width` is that of a
// line: 100.
ReportPart CrossPart(const RatingSheet& sheet,
                     const std::vector<std::string>& names, std::size_t width);

}  // namespace couillon::arena
