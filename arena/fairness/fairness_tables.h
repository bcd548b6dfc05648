// A fairness report as a list of parts, the source of its text and its HTML.
#pragma once

#include <vector>

#include "arena/report/format/document.h"

namespace couillon::arena {

struct FairnessReport;

// The parts of the report: what was played and declared before play; the
// summary; one chapter per ruleset; the comparisons; the meaning of the
// columns.
std::vector<ReportPart> PartsOf(const FairnessReport& report);

}  // namespace couillon::arena
