// Ratings of a game without partners, from tables played elsewhere: joint
// estimates of the strengths of bots and the effects of seats and roles in game
// points, and Elo from the ranks at each table.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/numbers/stats/league/additive.h"
#include "arena/numbers/stats/league/design_fit.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/league/plackett_luce.h"
#include "arena/numbers/stats/league/rank_bands.h"

namespace couillon::arena {

// Tables in the order of their deals.
struct SoloLeague {
  std::vector<std::string> bots;   // in the order of their first appearance
  std::vector<std::string> seats;  // likewise
  std::vector<std::string> roles;  // likewise; one empty name without roles
  std::vector<stats::SoloResult> results;
  std::vector<stats::RankedTable> tables;  // the same results
};

// Reads lines "deal,table,seat,bot,game_points,role" under a header with these
// columns in any order; `role` is optional. Each line is one player of a table
// of a deal; a table has two to ten players, on different seats. A role is
// assigned by the deal, not chosen in play. Errors name `file`, the line, what
// was found and what was expected.
absl::StatusOr<SoloLeague> ReadSoloTables(const std::string& file,
                                          const std::string& text);

// The effect of a bot, seat or role, in game points per deal relative to the
// mean of all; null when it is not estimable from the tables.
struct SoloEffect {
  std::string name;
  std::optional<stats::ContrastEstimate> game_points;
};

struct SoloRating {
  std::int64_t deals = 0;
  double level = 0;
  std::vector<SoloEffect> bots;         // best first, null effects last
  stats::RankBands bands;               // of `bots`, by their effects
  std::vector<stats::BotRating> ranks;  // of `bots`, from ranks
  int rank_islands = 0;  // groups of bots that met; one when all are comparable
  std::vector<SoloEffect> seats;  // in the order of the league
  std::vector<SoloEffect> roles;  // likewise; empty with a single role
};

// Fits the additive model by least squares, and the Plackett-Luce model to the
// ranks by game points at each table, both with standard errors clustered by
// deal (docs/statistics.md, "More than two sides"). Requires: 0 < level < 1.
SoloRating RateSoloLeague(const SoloLeague& league, double level);

}  // namespace couillon::arena
