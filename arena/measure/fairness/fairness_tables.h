// A fairness report as a list of parts, the source of its text.
#pragma once

#include <vector>

#include "arena/numbers/format/document.h"

namespace couillon::arena {

struct FairnessReport;

// The parts of the report: what was played and declared before play; the
// verdicts on all rulesets and the findings; the comparisons; one chapter per
// ruleset; the meaning of the columns.
std::vector<ReportPart> PartsOf(const FairnessReport& report);

}  // namespace couillon::arena
