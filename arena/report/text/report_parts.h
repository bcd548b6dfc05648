// A league report as a list of parts, the source of its text.
#pragma once

#include <vector>

#include "arena/numbers/format/document.h"
#include "arena/report/data/league_report.h"
#include "arena/report/text/report_form.h"

namespace couillon::arena {

// Returns the parts in reading order.
std::vector<ReportPart> PartsOf(const LeagueReport& report,
                                const ReportForm& form);

}  // namespace couillon::arena
