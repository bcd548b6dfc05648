// A league report as text.
#pragma once

#include <cstddef>
#include <string>

#include "arena/report/data/league_report.h"
#include "arena/report/text/report_form.h"

namespace couillon::arena {

// Returns text for a terminal: what was played, the standings of the whole,
// those of each ruleset, pairings, faults, policy. No line has more than
// kReportWidth columns.
std::string RenderText(const LeagueReport& report, const ReportForm& form = {});

// Returns the standings in few lines, for a league that is being played: a
// heading, and a line for each of the `most` best bots: rank, name
// and rating with its interval, those of the report; a last line if there are
// more. Empty while no bot has a rating. No line has more than kReportWidth
// columns.
std::string InterimText(const LeagueReport& report, std::size_t most);

}  // namespace couillon::arena
