// The rows of each table of an export; league_export.h chooses among them.
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "arena/front/export/row_writer.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/schedule.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

class LeagueStore;
struct LeagueReport;

// The target of rows, and their ruleset; null: all.
struct RowTarget {
  std::ostream* out;
  RowFormat format;
  std::optional<int> ruleset;
  [[nodiscard]] bool Wants(int other) const {
    return !ruleset || *ruleset == other;
  }
};

absl::Status WriteStandings(LeagueStore& store, const RowTarget& target);
void WriteStandingsOf(const LeagueReport& report, const RowTarget& target);
// Requires: a Swiss or a knock-out.
void WriteRounds(const LeagueReport& report, const RowTarget& target);
void WriteHistory(const LeagueReport& report, const RowTarget& target);
absl::Status WritePairs(LeagueStore& store, const RowTarget& target);
absl::Status WriteUnits(LeagueStore& store, const RowTarget& target);
absl::Status WriteDeals(LeagueStore& store, const RowTarget& target);
absl::Status WriteFaults(LeagueStore& store, const RowTarget& target);

// Helpers that the tables above share.

const std::string& NameOf(const v1::LeagueConfig& config, BotIndex bot);

// The columns for the bots of a unit: bot_a and bot_b in a round robin, bot_1
// to bot_3 in a three-way league, first_1, first_2, ..., second_1, ... in an
// individual tournament, whose teams are partners.
ColumnList BotColumns(const v1::LeagueConfig& config);
// The names for these columns; null where a ruleset has fewer partners.
void AppendBots(const v1::LeagueConfig& config, const Unit& unit,
                std::vector<Cell>& cells);

// A number of the deal `item` of `unit` that no other deal of the league has:
// tables with the same number play the same deal.
std::int64_t DealNumber(const v1::LeagueConfig& config,
                        const Schedule& schedule, const Unit& unit,
                        std::uint64_t item);

}  // namespace couillon::arena
