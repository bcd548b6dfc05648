// Options and output of a league rating: the ratings, islands and fits that
// league.h computes from the sums of league_sums.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/law/matrix.h"
#include "arena/numbers/stats/league/league_sums.h"  // IWYU pragma: export
#include "arena/numbers/stats/league/tied_strengths.h"
#include "arena/numbers/stats/pairs/elo.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/result_scale.h"

namespace couillon::stats {

// Elo per natural log unit of strength: 400 / ln 10.
inline constexpr double kEloPerLogStrength = 173.71779276130073;

// Returns the unit of ratings per unit of strength: Elo per natural log unit,
// or 1, as strengths on the scale of points are points.
[[nodiscard]] constexpr double UnitOf(ResultScale scale) {
  return scale == ResultScale::kPoints ? 1 : kEloPerLogStrength;
}

// The estimator of the covariance.
enum class LeagueErrors {
  kByDeal,     // sandwich clustered by deal, over all pairings
  kByPair,     // sandwich clustered by pair, as if no deal were shared
  kCurvature,  // inverse curvature, as if each pair were one coin flip
  // None: strengths only. For pairings that were selected by results, as in a
  // Swiss or a knock-out: winners meet winners, what was selected cancels
  // around cycles of pairings, and no covariance from within pairings covers.
  kNone,
};

// Returns a difference of two fitted strengths, in natural log units or points,
// or 0 for the rounding error of a fit: equal bots are equal.
[[nodiscard]] constexpr double WithoutNoise(double difference) {
  constexpr double kNoise = 1e-9;
  return difference < kNoise && difference > -kNoise ? 0 : difference;
}

struct LeagueOptions {
  double level = 0;           // confidence, 0 < level < 1
  std::optional<int> anchor;  // without: the mean of an island is at 0
  double anchor_value = 0;    // of `anchor`, in the unit of ratings
  // Anchors and priors, by bot. All bots that results connect to one of them
  // are on one island, on the scale of the ties. Without effect on the scale of
  // points. Requires: no `anchor` beside them.
  StrengthTies ties;
  LeagueErrors errors = LeagueErrors::kByDeal;
  ResultScale scale = ResultScale::kScore;
  // The lead, over the result of equal bots, of the virtual pairs that keep an
  // error from being zero (see small_sample.h): a pair won completely. 0 for
  // none.
  double virtual_lead = 0.5;
};

enum class RatingStatus {
  kRated,      // has an Elo
  kAbove,      // won everything: `bound` is a lower bound only
  kBelow,      // lost everything: `bound` is an upper bound only
  kOrderOnly,  // island not strongly connected: no finite rating exists
  kUnplayed,   // no complete pair
};

// A bot's line in the rating table. Ratings are in Elo on the scale of scores,
// in points per deal (or match) on the scale of points.
struct BotRating {
  RatingStatus status = RatingStatus::kUnplayed;
  int island = 0;               // index into LeagueRating::islands
  std::optional<double> value;  // against the island's zero; null unless rated
  // The error of `value`, by the sandwich. An error bar against the anchor is
  // not an error bar between two bots: see DifferenceBetween. Null without a
  // covariance.
  std::optional<double> standard_error;
  // Student's t with the errors and degrees of freedom of small_sample.h; of
  // two bots alone that of their pairing; a point for the anchor; open on one
  // side where there is a bound, and on both without errors.
  Interval interval;
  double degrees_of_freedom = 0;  // infinite where no residual is left
  // For kAbove and kBelow: the lower (upper) end of a 95% interval, from the
  // pairs against bots that have a rating (see one_way.h). Null if these are
  // too few for a finite one, and with LeagueErrors::kNone.
  std::optional<double> bound;
};

// Errors of strengths that hold for few deals.
struct SmallSample {
  Matrix covariance;
  // At (i, j) the degrees of freedom of th_i - th_j, at (i, i) those of th_i
  // against the mean; infinite where no residual is left.
  Matrix degrees;
};

// A bot without a rating that won (lost) everything against rated bots.
struct PerfectBot {
  int bot = 0;
  bool won = false;
  struct Met {
    std::size_t slot = 0;  // of the opponent, in LeagueIsland::rated
    double pairs = 0;
  };
  std::vector<Met> met;  // may be empty
  double deals = 0;      // different ones of these pairs
};

// The results of two bots against each other, tested without a joint fit.
struct DirectResult {
  int first = 0;
  int second = 0;
  bool first_leads = false;
  double p_value = 1;  // of equal bots, two-sided
};

// A test of whether one strength per bot explains the results (misfit.h).
struct Misfit {
  double statistic = 0;  // near df if the strengths explain all
  int df = 0;            // pairings beyond those of a tree
  // Null without degrees of freedom, and if the deals are too few to estimate
  // the covariance of as many leads.
  std::optional<double> p;
};

// A test of whether results agree with anchors and priors (tie_fit.h).
struct TieFit {
  double statistic = 0;  // about df if they agree
  // The ties beyond one per group of bots that have met: those that results can
  // contradict.
  int df = 0;
  // Of the estimated covariance, in the law of F that p follows from.
  double error_df = 0;
  // By Hotelling's law of T^2, the statistic, which allows for few deals. Null
  // without degrees of freedom, and where the deals are too few to estimate the
  // covariance.
  std::optional<double> p;
};

// Bots connected by played pairings or by ties; only these are comparable.
struct LeagueIsland {
  std::vector<int> bots;                            // ascending
  std::vector<std::vector<int>> strong_components;  // unbeaten ones first
  std::optional<int> anchor;  // null when the mean is at 0, and with ties
  StrengthTies ties;          // of its bots
  std::vector<int> rated;     // ascending; empty when there is no fit
  // The strengths of `rated`, in natural log units or points: of sum zero, or
  // on the scale of the ties.
  std::vector<double> strengths;
  // The covariance of `strengths`; null with LeagueErrors::kNone, and when the
  // fit did not converge, has fewer than two bots, or has no more deals than
  // bots.
  std::optional<Matrix> covariance;
  // For intervals and comparisons: the errors that hold for few deals, and
  // their degrees of freedom (see small_sample.h). Null as `covariance`.
  std::optional<SmallSample> small_sample;
  // The bots outside the fit with a bound.
  std::vector<PerfectBot> perfect;
  // The pairings of bots outside the fit, and that of an island of two bots:
  // what is known of who is better.
  std::vector<DirectResult> direct;
  // Of two rated bots that met nobody else, without ties, on the scale of
  // scores: the results of the first. Their difference has the interval and
  // the LOS of the pairing (EstimatePlusTwo).
  std::optional<PairTotals> pairing_alone;
  // By slot: a lower bound on the pairs with a lead that the bot played, which
  // limits what may be claimed of it (WithSignTest). Few leads of one size
  // often all go one way, and then leave no residual. Empty with ties, which
  // know more than the results, and with `pairing_alone`, which has the same
  // limit.
  std::vector<double> decisive;
  // Without a test when only ties connect the rated bots, and with
  // LeagueErrors::kNone.
  Misfit misfit;
  TieFit tie_fit;  // of anchors and priors (tie_fit.h); without a test if none
  int iterations = 0;
  bool converged = false;
  double gradient = 0;  // largest absolute component at the end, in pairs
};

// The fit of the model to one pairing.
struct PairingFit {
  // The expected score, or points; null unless both bots are rated.
  std::optional<double> expected;
  // (mean - expected) / se, the error with two virtual pairs (tie_fit.h); null
  // if either is unknown.
  std::optional<double> z;
};

struct LeagueRating {
  std::vector<BotRating> bots;
  std::vector<LeagueIsland> islands;
  std::vector<PairingFit> pairings;  // in the order given
  // Pairs of played pairings with and without a common deal.
  std::int64_t shared_crosses = 0;
  std::int64_t unshared_crosses = 0;
  double unit = 1;   // of ratings per unit of strength
  double level = 0;  // confidence of the intervals; 0 without results
  LeagueErrors errors = LeagueErrors::kByDeal;  // those of the options
};

// The estimated difference between two bots in units of its error.
struct StudentDifference {
  double t = 0;
  double degrees_of_freedom = 0;
  // The fewer of the pairs with a lead of the two (LeagueIsland::decisive).
  double decisive = 0;
};

// The estimated difference between two bots.
struct RatingDifference {
  double value = 0;                      // in the unit of ratings
  std::optional<double> standard_error;  // of the sandwich
  // Student's t with the errors and degrees of freedom of small_sample.h; null
  // `t` without them.
  std::optional<double> t;
  double degrees_of_freedom = 0;
  Interval interval;
  std::optional<double> superiority;  // LOS: P(T <= t)
};

}  // namespace couillon::stats
