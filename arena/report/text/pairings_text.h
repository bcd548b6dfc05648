// The pairings of a league for a terminal: the largest lead first, each seen
// from the bot that leads; a match of two bots is seen from its first bot.
#pragma once

#include <string>
#include <vector>

#include "arena/numbers/format/document.h"
#include "arena/numbers/format/text_table.h"
#include "arena/report/data/league_report.h"
#include "arena/report/data/rating_table.h"

namespace couillon::arena {

// The number of bots, the best, whose pairings a text shows; a file has all.
inline constexpr int kMaxPairedBots = 16;

// Returns a table per ruleset, for several rulesets after one of all together;
// of a match, all its figures or a line per ruleset. Requires: a report with
// rating tables.
std::vector<ReportPart> PairingParts(const LeagueReport& report);

// Returns the results of the pairings without deals affected by forfeits, a row
// for each pairing that has some.
Rows ForfeitFreeRows(const LeagueReport& report, const RatingTable& table);

// Returns a note on each pairing in which points and deals won name different
// bots.
std::vector<std::string> SignNotes(const LeagueReport& report,
                                   const RatingTable& table);

// Returns a note on each pairing that forfeits alone decide.
std::vector<std::string> NoResultNotes(const LeagueReport& report,
                                       const RatingTable& table);

}  // namespace couillon::arena
