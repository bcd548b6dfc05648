// The standings of a three-way league so far.
//
// The *lead* of a bot is its game points per deal (or matches won per match)
// minus the mean of the other two at its table.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/numbers/stats/league/design_fit.h"
#include "arena/numbers/stats/league/rank_bands.h"
#include "arena/numbers/stats/pairs/mean.h"
#include "arena/table/bot_index.h"
#include "arena/table/unit/play_counts.h"

namespace couillon::arena {

class LeagueStore;

// One bot.
struct ThreeWayBot {
  BotIndex bot{};
  // Its expected lead over two bots of average strength, adjusted for its
  // opponents so far; the average is over the bots that have played. Null
  // without results, or if they do not connect all those bots.
  std::optional<stats::ContrastEstimate> lead;
  std::int64_t items = 0;     // deals or matches, each in six seatings
  std::int64_t forfeits = 0;  // tables that a fault of anybody decided
  // Whether forfeits alone decide all that it has played: it has no lead then.
  bool no_result = false;
  // Per table: game points erased minus added, or the share of matches won.
  std::optional<double> points;
  // Its points at each place minus the mean of all three at the same tables,
  // from eldest; empty for matches.
  std::vector<stats::MeanEstimate> places;
  // By `lead`, from the significant differences; null without a lead.
  std::optional<stats::RankBand> rank;
};

// What `first` gains on `second` at one table: the difference of their leads.
struct ThreeWayDifference {
  BotIndex first{};  // the better one
  BotIndex second{};
  std::optional<stats::ContrastEstimate> lead;
  // The same at the tables of both alone, without the model.
  stats::MeanEstimate at_shared_tables;
  // Whether `lead` is significant at 5% for all differences of the table
  // together (Bonferroni).
  bool significant = false;
};

// The standings under one ruleset.
struct ThreeWayTable {
  std::string ruleset;  // its spec
  std::string hash;
  std::int64_t items = 0;          // independent deals or matches
  std::int64_t planned_items = 0;  // of each three bots
  PlayCounts counts;
  std::vector<ThreeWayBot> bots;  // best first
  std::vector<ThreeWayDifference> differences;
  // Points of a place, whoever holds it, minus the mean of all three; from
  // eldest, the dealer last. Empty for matches, whose dealers change.
  std::vector<stats::MeanEstimate> places;
};

// One deal (or match) of three bots in all six seatings.
struct ThreeWayItem {
  std::int64_t deal = 0;  // items of the same deal are clustered
  std::array<int, 3> bots{};
  // By bot of `bots` and by place: points, summed over two seatings. Place 0 is
  // eldest's, 2 the dealer's.
  std::array<std::array<std::int32_t, 3>, 3> points{};
  // False if forfeits alone decide what these three bots have played: that
  // counts, but it is no evidence of strength.
  bool is_rated = true;
};

// Sets the bots, the differences and the number of independent items of a
// table; with `with_places` its places too. Intervals have confidence `level`.
// Requires: 0 < level < 1; every bot of an item is in 0..bots-1.
void RateThreeWay(int bots, std::vector<ThreeWayItem> items, bool with_places,
                  double level, ThreeWayTable& table);

struct ThreeWayStandings {
  std::int64_t units_done = 0;
  std::vector<ThreeWayTable> tables;  // by ruleset
};

// Reads all units; intervals have confidence `level`. DataLoss if the points of
// a unit do not match the schedule. Requires: IsThreeWay(store.config()),
// 0 < level < 1.
absl::StatusOr<ThreeWayStandings> ReadThreeWay(LeagueStore& store,
                                               double level);

}  // namespace couillon::arena
