// The pairings of a rating table as rows of text and HTML, and what is to be
// said about them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "arena/report/format/text_table.h"
#include "arena/report/league_report.h"

namespace couillon::arena {

// A text shows the pairings and differences of no more bots than so many, the
// best, if all of them would be very many lines: a reader who wants all of them
// wants a file.
inline constexpr std::size_t kMostBotsOfText = 100;

// A row per pairing with its figures, below their titles.
Rows PairingRows(const LeagueReport& report, const RatingTable& table);

// What `rows`, those of PairingRows(), leave out; empty if they have
// everything.
std::vector<std::string> PairingNotes(const RatingTable& table,
                                      const Rows& rows);

// The results of the pairings without deals affected by forfeits, a row for
// each that has some.
Rows ForfeitFreeRows(const LeagueReport& report, const RatingTable& table);

// The pairings in which points and deals won name different bots.
std::vector<std::string> SignNotes(const LeagueReport& report,
                                   const RatingTable& table);

}  // namespace couillon::arena
