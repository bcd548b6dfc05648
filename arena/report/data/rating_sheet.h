// The rating sheet of a set of league sums: ratings, their covariance,
// significant differences after correction for multiple comparisons, and the
// goodness of fit of one rating per bot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/numbers/format/text_table.h"
#include "arena/numbers/stats/law/matrix.h"
#include "arena/numbers/stats/league/league.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/league/rank_bands.h"
#include "arena/numbers/stats/pairs/result_scale.h"

namespace couillon::arena {

// Two bots compared, seen from the first.
struct Comparison {
  // Null where at least one of them has no rating, and only the marks are
  // known.
  std::optional<stats::RatingDifference> difference;
  // Whether the first (second) is better with simultaneous confidence: 95% of
  // leagues of equal bots have no mark at all (see SetMarks).
  bool beats = false;
  bool is_beaten = false;
};

// Present when results are cyclic and ratings do not explain them.
struct Circle {
  stats::Matrix payoffs;        // mean lead of i over j
  std::vector<double> mixture;  // shares that no bot beats (see nash_mixture.h)
};

struct RatingSheet {
  stats::LeagueOptions options;
  stats::LeagueRating rating;
  std::vector<int> order;  // the bots, best first
  // The bots that the sheet compares with each other, ascending: all of them,
  // or if they are more than kMaxComparedBots, so many at the top.
  std::vector<int> compared;
  // By place in `compared`. In the unit of ratings squared, against the zero of
  // the scale (the anchor, or the mean of an island), by the sandwich; null
  // across islands and for bots without a rating.
  std::vector<std::vector<std::optional<double>>> covariance;
  // Likewise, [i][j]; null on the diagonal, where the two cannot be compared,
  // and if the options have no errors.
  std::vector<std::vector<std::optional<Comparison>>> comparisons;
  // The max-t critical value of the marks, in standard errors of a normal law:
  // the largest over the islands; null without a covariance, and if each
  // difference has its own (rank_bands.h).
  std::optional<double> critical_value;
  // [i][j]: whether bot i is better than bot j, all marks together.
  stats::BetterThan better;
  // By bot; the bands follow from the marks.
  stats::RankBands ranks;
  // Whether there are fewer than kFewDeals deals in all, or some difference has
  // fewer than kFewDeals - 1 degrees of freedom, or no error at all.
  bool few_deals = false;
  // Goodness of fit, over the islands: see misfit.h.
  double misfit = 0;
  int misfit_df = 0;
  std::optional<double> misfit_p;
  // Whether the results agree with anchors and priors; null where no result can
  // contradict them.
  std::optional<stats::TieFit> tie_fit;
  // Share of the payoff matrix (mean pair scores minus 1/2) that no rating can
  // express; null unless every two of at least three bots met.
  std::optional<double> cyclic_share;
  // Whether that share is large and the misfit significant.
  bool is_cyclic = false;
  // Present then, unless the league is large (league_size.h): its mixture would
  // take too long.
  std::optional<Circle> circle;
};

// Anchors and priors contradict the results below this p.
inline constexpr double kContradiction = 0.001;

// Returns true if no rating fits both the results and the anchors and priors.
[[nodiscard]] bool TiesAreContradicted(const RatingSheet& sheet);

// Returns the rating of the bot of a prior minus its mean, in standard
// deviations of the prior; null without a rating.
[[nodiscard]] std::optional<double> DistanceFromPrior(
    const RatingSheet& sheet, const stats::Prior& prior);

// Returns false if the anchor won or lost everything: the mean of the others is
// at 0 then.
[[nodiscard]] bool AnchorHasRating(const RatingSheet& sheet);

// The bots that are compared with each other, at most.
inline constexpr std::size_t kMaxComparedBots = 200;

// Simulated leagues behind a critical value, at most: its error is about 0.01.
inline constexpr std::int64_t kMaxDraws = 100'000;

// Returns the sheet. Requires: stats::LeagueProblem(sums, options.scale) is
// null; most_draws >= 1.
RatingSheet MakeRatingSheet(const stats::LeagueSums& sums,
                            const stats::LeagueOptions& options,
                            std::int64_t most_draws = kMaxDraws);

// Sets marks and ranks. Requires: `better` has the bots of the sheet.
void SetMarks(stats::BetterThan better, RatingSheet& sheet);

// By bot: its place in `compared`; null for one that is not compared.
std::vector<std::optional<std::size_t>> PlacesOf(const RatingSheet& sheet);

// Converts a strength of an anchor or prior to Elo as it was given, without the
// rounding errors of the conversion to strengths and back.
double ShownElo(double strength);

}  // namespace couillon::arena
