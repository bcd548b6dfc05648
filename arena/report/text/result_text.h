// The official result of a Swiss or a knock-out as text: the places, then the
// rounds or the bracket.
#pragma once

#include <string>
#include <vector>

#include "arena/numbers/format/document.h"
#include "arena/report/data/league_report.h"

namespace couillon::arena {

// Returns "Result of the Swiss, after round 3 of 5"; empty if the ratings are
// the result. `ruleset` is named if it is not empty.
std::string ResultTitle(const FormatResult& result,
                        const std::string& ruleset = "");

// Returns "Winner: NAME", or who shares the first place; empty if nothing is
// decided yet.
std::string WinnerText(const FormatResult& result);

// Returns the title, and who won, is first or still in, as one line.
std::string ResultLine(const FormatResult& result);

// Returns the table of places, or nothing without places.
std::vector<ReportPart> PlaceParts(const LeagueReport& report);

// Returns PlaceParts(), then who met whom in every round or stage. Of more than
// a hundred pairings only the last rounds are shown.
std::vector<ReportPart> ResultParts(const LeagueReport& report);

// Returns "3", or "3-4" of a place that is shared; "-" without one.
std::string PlaceText(const ResultPlace* place);

}  // namespace couillon::arena
