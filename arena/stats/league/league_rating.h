// The evidence of a league, and what is made of it: its pairings as integer
// sums, and the ratings, islands and fits that league.h computes from them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "arena/stats/law/interval.h"
#include "arena/stats/law/matrix.h"
#include "arena/stats/pairs/pair_sums.h"

namespace couillon::stats {

// Elo per natural log unit of strength: 400 / ln 10.
inline constexpr double kEloPerLogStrength = 173.71779276130073;

// The pair scores of bot `first` against bot `second`, seen by `first`.
struct Pairing {
  int first = 0;
  int second = 0;
  PairSums score;
};

// Sums over the deals that two different pairings both played, in numerators
// of either pairing's own denominator. `k` and `l` index LeagueSums::pairings.
struct CrossSums {
  int k = 0;
  int l = 0;
  std::int64_t deals = 0;         // N_kl
  std::int64_t sum_k = 0;         // A_kl: of pairing k's results
  std::int64_t sum_l = 0;         // A_lk: of pairing l's results
  std::int64_t sum_products = 0;  // S_kl
};

// All evidence of a league. A cross that is missing says that the two pairings
// share no deal.
struct LeagueSums {
  int bots = 0;
  std::int64_t deals = 0;  // distinct deals with at least one complete pair
  std::vector<Pairing> pairings;
  std::vector<CrossSums> crosses;
};

// What an error bar takes into account.
enum class LeagueErrors {
  kByDeal,     // the sandwich over deals, all pairings of a deal together
  kByPair,     // the sandwich over pairs, as if no deal were shared
  kCurvature,  // the inverse curvature, as if hands were coin flips
};

struct LeagueOptions {
  double level = 0;           // confidence, 0 < level < 1
  std::optional<int> anchor;  // bot at 0 Elo; else islands average to 0
  LeagueErrors errors = LeagueErrors::kByDeal;
};

enum class RatingStatus {
  kRated,      // has an Elo
  kAbove,      // won everything: `bound` is a lower bound only
  kBelow,      // lost everything: `bound` is an upper bound only
  kOrderOnly,  // one-way results cut its island: no finite rating exists
  kUnplayed,   // no complete pair
};

// A bot's line in the rating table.
struct BotRating {
  RatingStatus status = RatingStatus::kUnplayed;
  int island = 0;             // index into LeagueRating::islands
  std::optional<double> elo;  // against the island's zero; null unless rated
  // Against the island's zero. An error bar against the anchor is not an error
  // bar between two bots: see DifferenceBetween. Null without a covariance.
  std::optional<double> standard_error;
  Interval interval;
  // Elo if half a point of one hand had gone the other way, for kAbove and
  // kBelow: the half-point rule of Ordo. Null when no opponent has a place.
  std::optional<double> bound;
};

// Bots that can be compared, because chains of pairs connect them.
struct LeagueIsland {
  std::vector<int> bots;                            // ascending
  std::vector<std::vector<int>> strong_components;  // unbeaten ones first
  std::optional<int> anchor;      // the bot at 0; null when the mean is at 0
  std::vector<int> rated;         // ascending; empty when there is no fit
  std::vector<double> strengths;  // of `rated`, natural log units, sum zero
  // Of `strengths`; null when refused: no more deals than rated bots, or not
  // converged.
  std::optional<Matrix> covariance;
  int iterations = 0;
  bool converged = false;
  double gradient = 0;  // largest component left, in pairs
};

// How well the model explains one pairing.
struct PairingFit {
  std::optional<double> expected_score;  // null unless both bots are rated
  std::optional<double> z;  // (mean - expected) / se; null without variance
};

struct LeagueRating {
  std::vector<BotRating> bots;
  std::vector<LeagueIsland> islands;
  std::vector<PairingFit> pairings;  // in the order given
  int unshared_crosses = 0;  // pairs of played pairings without a common deal
  double degrees_of_freedom = 0;  // deals - 1: the t law of the intervals
};

// The difference between two bots, which is what a league can tell best.
struct EloDifference {
  double elo = 0;
  std::optional<double> standard_error;
  Interval interval;
  std::optional<double> superiority;  // Phi(difference / error)
};

}  // namespace couillon::stats
