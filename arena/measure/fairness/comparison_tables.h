// The parts of a fairness report that compare two readings.
#pragma once

#include <vector>

#include "arena/numbers/format/document.h"

namespace couillon::arena {

struct FairnessReport;

// A chapter per bot: what changed significantly, by size, then the rest. Empty
// unless the run compared two readings.
[[nodiscard]] std::vector<ReportPart> ComparisonParts(
    const FairnessReport& report);

}  // namespace couillon::arena
