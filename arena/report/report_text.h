// A league report in its human-readable and machine-readable formats.
#pragma once

#include <string>

#include "arena/numbers/format/json.h"
#include "arena/report/league_report.h"
#include "arena/report/report_form.h"

namespace couillon::arena {

// The program that writes a report; empty if a report shall not name it.
struct ProgramVersion {
  std::string version;
  std::string commit;
};

// Returns text for a terminal: what was played, the standings of the whole,
// those of each ruleset, pairings, faults, policy. No line has more than
// kReportWidth columns.
std::string RenderText(const LeagueReport& report, const ReportForm& form = {});

// Returns one JSON object with everything, indented by two spaces. An unknown
// or infinite number is null. It does not depend on how or when the league was
// run: equal results give equal bytes.
std::string RenderJson(const LeagueReport& report,
                       const ProgramVersion& program = {});
// The same, not as text.
Json ReportJson(const LeagueReport& report, const ProgramVersion& program = {});

// Returns CSV with a header and one line per ruleset and pairing; for an
// individual tournament, per ruleset and player.
std::string RenderCsv(const LeagueReport& report);

}  // namespace couillon::arena
