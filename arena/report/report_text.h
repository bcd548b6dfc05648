// A league report in its human-readable and machine-readable formats.
#pragma once

#include <cstddef>
#include <string>

#include "arena/report/format/json.h"
#include "arena/report/league_report.h"

namespace couillon::arena {

// The program that writes a report; empty if a report shall not name it.
struct ProgramVersion {
  std::string version;
  std::string commit;
};

struct ReportForm {
  bool colours = false;  // with the escape sequences of a terminal
  bool policy = false;   // with the whole policy, not one line of it
};

// The most columns of a line of text.
inline constexpr std::size_t kReportWidth = 100;

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
