// The analysis of a league's deals: from its records, or, since bots are
// reproducible, by asking the bots again.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/measure/analysis/deal_analysis.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/seating.h"

namespace couillon::arena {

class Launcher;
class LeagueStore;

struct LeagueAnalysisOptions {
  std::optional<BotIndex> bot;  // only tables at which it plays
  std::optional<int> ruleset;   // only this one, by index in the league
  // Deals, or matches, of each pairing under each ruleset, the first ones.
  std::uint64_t deals = 20;
  // Asks the bots all decisions again instead of reading records. Requires: a
  // launcher.
  bool ask_again = false;
  AnalysisOptions analysis;
};

// A deal or match in one seating.
struct AnalysedTable {
  Unit unit;
  std::uint64_t item = 0;
  Seating seating{};
  std::vector<BotIndex> bots;  // by seat that decides
  int sides = 2;               // seats modulo sides
  std::vector<AnalysedDeal> deals;
};

struct LeagueAnalysisCounts {
  std::int64_t items = 0;            // deals or matches, each in every seating
  std::int64_t tables = 0;           // deals or matches in one seating
  std::int64_t forfeited_items = 0;  // left out
  // Items that ended with other game points than those stored, when the bots
  // were asked again.
  std::int64_t changed_items = 0;
};

// FailedPrecondition if the league keeps no records and they are not to be made
// again.
absl::Status CheckAnalysable(LeagueStore& store, bool ask_again);

// Analyses the stored deals and calls `use` with each table, all tables of an
// item one after another. `launcher` starts the bots; null unless they are
// asked again. The errors are those of the store and of bots that fail.
absl::StatusOr<LeagueAnalysisCounts> AnalyseLeague(
    LeagueStore& store, const Launcher* launcher,
    const LeagueAnalysisOptions& options,
    const std::function<void(const AnalysedTable&)>& use);

}  // namespace couillon::arena
