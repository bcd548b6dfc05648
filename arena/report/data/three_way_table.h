// The standings of a three-way league under one ruleset, as reports show them.
//
// The *lead* of a bot is what it gains at a table: its game points per deal (or
// matches won per match) minus the mean of the other two.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/numbers/stats/league/design_fit.h"
#include "arena/numbers/stats/league/rank_bands.h"
#include "arena/numbers/stats/pairs/mean.h"
#include "arena/table/bot_index.h"
#include "arena/table/unit/play_counts.h"

namespace couillon::arena {

// One bot.
struct ThreeWayBot {
  BotIndex bot{};
  // Its expected lead over two bots of average strength, adjusted for its
  // opponents so far; the average is over the bots that have played. Null
  // without results, or if they do not connect all those bots.
  std::optional<stats::ContrastEstimate> lead;
  std::int64_t items = 0;  // deals or matches, each in six seatings
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

}  // namespace couillon::arena
