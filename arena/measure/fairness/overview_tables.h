// The tables of a fairness report over all its rulesets.
#pragma once

#include <vector>

#include "arena/numbers/format/document.h"

namespace couillon::arena {

struct FairnessReport;

// The verdicts on whole matches, what a seat is worth in one deal, and other
// figures of the last bot. The rulesets are in the order of
// RulesetsByVerdict(). Without matches there is no table of them.
[[nodiscard]] std::vector<ReportPart> OverviewTables(
    const FairnessReport& report);

}  // namespace couillon::arena
