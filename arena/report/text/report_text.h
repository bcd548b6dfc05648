// A league report as text.
#pragma once

#include <string>

#include "arena/numbers/format/json.h"
#include "arena/report/data/league_report.h"
#include "arena/report/text/report_form.h"

namespace couillon::arena {

// Returns text for a terminal: what was played, the standings of the whole,
// those of each ruleset, pairings, faults, policy. No line has more than
// kReportWidth columns.
std::string RenderText(const LeagueReport& report, const ReportForm& form = {});

}  // namespace couillon::arena
