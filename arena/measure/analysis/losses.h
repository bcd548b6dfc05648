// The losses of bots in game points: the costs of their decisions by kind and
// role, beside those of their opponents at the same tables.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "arena/measure/analysis/deal_analysis.h"
#include "arena/measure/analysis/league_analysis.h"
#include "arena/numbers/stats/pairs/mean.h"
#include "arena/table/bot_index.h"
#include "arena/table/seating.h"
#include "arena/table/team_bots.h"
#include "engine/play/deal_notation.h"

namespace couillon::arena {

// The role of the side that decides, by the end of the deal.
enum class Role : std::uint8_t { kMakers, kOthers };
inline constexpr int kRoles = 2;
std::string RoleName(Role role);  // "makers", "others"

// With which knowledge a cost is computed.
enum class Sight : std::uint8_t { kAllCards, kSampled };
inline constexpr int kSights = 2;
std::string SightName(Sight sight);  // "all_cards_seen", "sampled"

// Game points per deal, or per match, of one bot at one table on average, with
// intervals clustered by deal or match.
struct LossRow {
  std::int64_t decisions = 0;  // solved ones, of the bot
  std::int64_t costly = 0;     // of these: with a cost above 0
  stats::MeanEstimate own;
  stats::MeanEstimate opponents;   // the mean of the bots of other teams
  stats::MeanEstimate difference;  // own - opponents
};

// Game points per deal of the sides of a bot in one role, with an interval
// clustered by deal or match: with two sides the lead, with three the points
// over the mean of all three. It needs no solver.
struct RoleResult {
  std::int64_t deals = 0;  // in one seating; of three sides: times its sides
  stats::MeanEstimate points;
};

// A table with the total cost of the bot there.
struct CostlyTable {
  std::uint64_t item = 0;
  Seating seating{};
  std::vector<TeamBots> teams;
  double cost = 0;
  DealScript deal;  // of a match the deal that cost most
  int number = 0;   // of that deal in its match, from 0
  int ply = 0;      // decisions before the one that cost most there
};

// The losses of one bot under one ruleset.
struct BotLosses {
  int ruleset = 0;
  BotIndex bot{};
  std::int64_t tables = 0;
  std::int64_t items = 0;
  std::int64_t choices = 0;   // decisions with two legal actions or more
  std::int64_t unsolved = 0;  // of these: not solved
  // By sight, kind and role; the rows of one sight add up to its total.
  std::array<std::array<std::array<LossRow, kRoles>, kDecisionKinds>, kSights>
      rows;
  std::array<LossRow, kSights> total;
  std::array<RoleResult, kRoles> results;
  bool sampled = false;            // whether Sight::kSampled has values
  std::vector<CostlyTable> worst;  // by descending cost, at most kWorstTables
};

inline constexpr std::size_t kWorstTables = 5;

class LossTally {
 public:
  // Adds the decisions of a table. All tables of an item must be added before
  // Losses().
  void Add(const AnalysedTable& table);

  // By ruleset, then by bot. Intervals are at confidence `level`, 0 to 1.
  [[nodiscard]] std::vector<BotLosses> Losses(double level) const;

 private:
  struct Cell {
    double cost = 0;
    std::int64_t decisions = 0;
    std::int64_t costly = 0;
  };
  using Cells =
      std::array<std::array<std::array<Cell, kRoles>, kDecisionKinds>, kSights>;
  struct AtTable {
    Cells cells;
    std::int64_t choices = 0;
    std::int64_t unsolved = 0;
  };
  // The tables of one item that a bot was at.
  struct Item {
    std::int64_t tables = 0;
    Cells own;
    Cells opponents;  // costs only: means over the bots of other teams
    std::array<stats::Cluster, kRoles> results{};
  };
  struct OfBot {
    // By round, pairing and number of the item.
    std::map<std::vector<std::uint64_t>, Item> items;
    std::int64_t choices = 0;
    std::int64_t unsolved = 0;
    std::vector<CostlyTable> tables;
  };

  static std::map<BotIndex, AtTable> CostsAt(const AnalysedTable& table);
  void AddBot(const AnalysedTable& table, BotIndex bot,
              const std::map<BotIndex, AtTable>& costs);
  [[nodiscard]] BotLosses LossesOf(const OfBot& of_bot, double level) const;
  static void AddResults(const AnalysedTable& table, BotIndex bot, Item& item);
  static LossRow RowOf(const OfBot& of_bot, double level, int sight, int kind,
                       int role);

  std::map<std::pair<int, BotIndex>, OfBot> bots_;  // by ruleset and bot
  bool sampled_ = false;
};

}  // namespace couillon::arena
