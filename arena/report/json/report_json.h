// A league report as JSON.
#pragma once

#include <string>

#include "arena/numbers/format/json.h"
#include "arena/report/data/league_report.h"

namespace couillon::arena {

// The program that writes a report; empty if a report shall not name it.
struct ProgramVersion {
  std::string version;
  std::string commit;
};

// Returns one JSON object with everything, indented by two spaces. An unknown
// or infinite number is null. It does not depend on how or when the league was
// run: equal results give equal bytes.
std::string RenderJson(const LeagueReport& report,
                       const ProgramVersion& program = {});

// The same, not as text.
Json ReportJson(const LeagueReport& report, const ProgramVersion& program = {});

}  // namespace couillon::arena
