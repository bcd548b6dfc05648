// Ratings for games without two fixed sides: three players without partners,
// and four players with rotating partners. Additive strengths; standard errors
// clustered by deal.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "arena/numbers/stats/league/design_fit.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/result_scale.h"

namespace couillon::stats {

// The result of one bot in one deal of a game without partners:
// E[result] = seat + role + strength - mean strength of the opponents.
struct SoloResult {
  std::int64_t deal = 0;  // results of one deal are adjacent
  int bot = 0;
  int seat = 0;
  int role = 0;  // assigned by the deal, not chosen in play
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
  // Strength relative to the mean of all bots of its island; null if the
  // schedule does not identify it (constant partners) or the fit did not
  // converge.
  std::vector<std::optional<ContrastEstimate>> bots;
  // Partnerships: bots that met, directly or through others, have one number,
  // from 0. Without partners all have 0, and no strength relative to the mean
  // is identified if some did not meet.
  std::vector<int> islands;
  DesignFit fit;  // parameters: bots first, then seats, then roles
};

// Calls its argument with every result, in the same order each time; a result
// lasts until the call returns.
using SoloResults =
    std::function<void(const std::function<void(const SoloResult&)>& visit)>;

// Returns least-squares strengths in game points per deal. `plain_lead`, >= 0:
// how far the result of a bot that wins plainly is from the mean of its table,
// for the errors of few deals (FitOptions); 0 if it is not known.
[[nodiscard]] AdditiveRatings RateSolo(const SoloTable& table,
                                       std::span<const SoloResult> results,
                                       double level, double plain_lead = 0);
// The same of results that are made one at a time, in the memory of one.
[[nodiscard]] AdditiveRatings RateSolo(const SoloTable& table,
                                       const SoloResults& results, double level,
                                       double plain_lead = 0);

// The result of a partnership in one deal. With a and b against c and d,
// logit E[score] = th_a + th_b - th_c - th_d, or on the scale of points
// E[points] = th_a + th_b - th_c - th_d.
struct TeamResult {
  std::int64_t deal = 0;  // results of one deal are adjacent
  std::vector<int> team;
  std::vector<int> opponents;
  double score = 0;   // of `team`, in [0, 1]
  double points = 0;  // lead of `team`
};

// The results of two partnerships on deals that nobody else plays.
struct TeamSums {
  std::vector<int> team;
  std::vector<int> opponents;
  PairSums score;   // of `team`
  PairSums points;  // leads of `team`
};

// Returns strengths in natural log units, or in points, relative to the mean of
// all bots of an island. On the scale of scores a bot whose sides have won all
// their deals, or lost all, has none: it is rated as if it had not played.
// `plain_points`, > 0: the lead of a plain win, for the errors of few deals.
[[nodiscard]] AdditiveRatings RateTeams(int bots,
                                        std::span<const TeamResult> results,
                                        ResultScale scale, double level,
                                        double plain_points = 1);
// The same from sums. Rounding aside, the result is that of their deals.
[[nodiscard]] AdditiveRatings RateTeamSums(int bots,
                                           std::span<const TeamSums> sums,
                                           ResultScale scale, double level,
                                           double plain_points = 1);

// Returns how much stronger `bot` is than `other`; null if that is not
// estimable. Requires: both are bots of the ratings.
[[nodiscard]] std::optional<ContrastEstimate> StrengthAgainst(
    const AdditiveRatings& ratings, int bot, int other, double level);

// Returns the joint strength of partners relative to as many average bots of
// their island. It can be estimable even if they never played apart; null if it
// is not. Requires: the members are on one island.
[[nodiscard]] std::optional<ContrastEstimate> TeamStrength(
    const AdditiveRatings& ratings, std::span<const int> members, double level);

}  // namespace couillon::stats
