// The results of a stored league as tables for other programs. docs/formats.md
// documents the columns of each.
#pragma once

#include <ostream>
#include <string>

#include "absl/status/status.h"
#include "arena/front/export/row_writer.h"

namespace couillon::arena {

class LeagueStore;
struct LeagueReport;

enum class ExportTable {
  kStandings,  // a row per bot and ruleset
  kPairs,      // a row per deal, or match, of each pairing, over all seatings
  kUnits,      // a row per unit of work
  kDeals,      // a row per deal and seating, with cards and actions
  kFaults,     // a row per fault
  kHistory,    // of an arena: a row per bot, ruleset and round
  kRounds,     // of a Swiss or a knock-out: a row per pairing of a round
};

struct ExportRequest {
  ExportTable table = ExportTable::kStandings;
  RowFormat format = RowFormat::kCsv;
  std::string ruleset;  // only this one of the league; empty: all
};

// Writes the table to `out`. Standings and faults are held in memory; of pairs,
// units and deals one unit at a time. NotFound for a ruleset that the league
// does not have; FailedPrecondition for deals of a league that records none;
// DataLoss for a damaged store; Unavailable if `out` fails. InvalidArgument for
// the history and the rounds, which a league does not have.
absl::Status ExportLeague(LeagueStore& store, const ExportRequest& request,
                          std::ostream& out);

// The same of an arena, from its report: standings, history, and rounds of a
// Swiss or a knock-out. InvalidArgument for the other tables.
absl::Status ExportArena(const LeagueReport& report,
                         const ExportRequest& request, std::ostream& out);

}  // namespace couillon::arena
