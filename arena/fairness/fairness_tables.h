// A fairness report as a list of parts, from which both the terminal's and the
// page's form are made.
#pragma once

#include <vector>

#include "arena/report/format/document.h"

namespace couillon::arena {

struct FairnessReport;

// What was played, with what was declared before; the summary; a chapter per
// ruleset; the comparisons; what the columns mean.
std::vector<ReportPart> PartsOf(const FairnessReport& report);

}  // namespace couillon::arena
