// The pairings of a league for a terminal: the most decisive first, each seen
// from the bot that leads; a match of two bots is seen from its first bot.
#pragma once

#include <vector>

#include "arena/numbers/format/document.h"
#include "arena/report/data/league_report.h"

namespace couillon::arena {

// A text shows the pairings of no more bots than so many, the best: a reader
// who wants all of them wants a file.
inline constexpr int kMaxPairedBots = 16;

// Returns a table per ruleset, for several rulesets after one of all together;
// of a match, all its figures or a line per ruleset. Requires: a report with
// rating tables.
std::vector<ReportPart> PairingParts(const LeagueReport& report);

}  // namespace couillon::arena
