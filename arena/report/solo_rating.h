// Ratings of a game without partners, from tables played elsewhere: strengths
// of bots and effects of seats and roles, estimated jointly.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/stats/league/additive.h"
#include "arena/stats/league/design_fit.h"

namespace couillon::arena {

// Tables in the order of their deals.
struct SoloLeague {
  std::vector<std::string> bots;   // in the order of their first appearance
  std::vector<std::string> seats;  // likewise
  std::vector<std::string> roles;  // likewise; one, of no name, without roles
  std::vector<stats::SoloResult> results;
};

// Reads lines "deal,table,seat,bot,game_points,role" under a header that names
// these columns in any order; a file without roles has no such column. The
// lines of one deal and table are those who sat there, two at least, on seats
// of their own; a role is one that the deal assigns, not one chosen in play.
// `file` is for the errors, which name the line, what was found and what was
// expected.
absl::StatusOr<SoloLeague> ReadSoloTables(const std::string& file,
                                          const std::string& text);

// Something of which there are several, and what it is worth in game points a
// deal against the mean of all; null when the tables cannot tell.
struct SoloEffect {
  std::string name;
  std::optional<stats::ContrastEstimate> game_points;
};

struct SoloRating {
  std::int64_t deals = 0;
  double level = 0;
  std::vector<SoloEffect> bots;   // best first, those that cannot be told last
  std::vector<SoloEffect> seats;  // in the order of the league, as below
  std::vector<SoloEffect> roles;
};

// Returns the additive model by least squares, its errors clustered by deal
// (docs/statistics.md, "More than two sides"). Requires: 0 < level < 1.
SoloRating RateSoloLeague(const SoloLeague& league, double level);

std::string SoloRatingText(const SoloRating& rating);
std::string SoloRatingJson(const SoloRating& rating);

}  // namespace couillon::arena
