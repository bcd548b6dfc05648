// Ratings where there are not two fixed sides: three players each for himself,
// and four players whose partners rotate. Additive strengths, clustered by
// deal.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "arena/stats/league/design_fit.h"

namespace couillon::stats {

// What one bot got from one deal of a game without partners:
// E[result] = seat + role + strength - mean strength of the opponents.
struct SoloResult {
  std::int64_t deal = 0;  // results of one deal stand next to each other
  int bot = 0;
  int seat = 0;
  int role = 0;  // assigned by the deal; a role chosen in play is no role here
  std::vector<int> opponents;
  double game_points = 0;
};

struct SoloTable {
  int bots = 0;
  int seats = 0;
  int roles = 1;
};

// Ratings of a fit, by bot.
struct AdditiveRatings {
  // Strength against the mean of all bots; null where the schedule cannot tell
  // (two bots that always sit together, islands) or nothing converged.
  std::vector<std::optional<ContrastEstimate>> bots;
  DesignFit fit;  // parameters: bots first, then seats, then roles
};

// Returns least-squares strengths in game points per deal.
[[nodiscard]] AdditiveRatings RateSolo(const SoloTable& table,
                                       std::span<const SoloResult> results,
                                       double level);

// The score of one deal of a partnership: with a and b against c and d,
// logit E[score] = th_a + th_b - th_c - th_d.
struct TeamResult {
  std::int64_t deal = 0;  // results of one deal stand next to each other
  std::vector<int> team;
  std::vector<int> opponents;
  double score = 0;  // of `team`, in [0, 1]
};

// Returns strengths in natural log units, each against the mean of all bots.
[[nodiscard]] AdditiveRatings RateTeams(int bots,
                                        std::span<const TeamResult> results,
                                        double level);

// Returns the joint strength of partners against as many average bots, which
// can be told even when they never played apart; null when it cannot.
[[nodiscard]] std::optional<ContrastEstimate> TeamStrength(
    const AdditiveRatings& ratings, std::span<const int> members, double level);

}  // namespace couillon::stats
