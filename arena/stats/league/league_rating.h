// Input and output of a league rating: pairings as integer sums, and the
// ratings, islands and fits that league.h computes from them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "arena/stats/law/interval.h"
#include "arena/stats/law/matrix.h"
#include "arena/stats/league/tied_strengths.h"
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

// Sums over the deals that two different pairings both played. Results are
// numerators over the denominator of their own pairing. `k` and `l` index
// LeagueSums::pairings.
struct CrossSums {
  int k = 0;
  int l = 0;
  std::int64_t deals = 0;         // N_kl
  std::int64_t sum_k = 0;         // A_kl: of pairing k's results
  std::int64_t sum_l = 0;         // A_lk: of pairing l's results
  std::int64_t sum_products = 0;  // S_kl
};

// All results of a league. Two pairings without a cross share no deal.
struct LeagueSums {
  int bots = 0;
  // Distinct deals with at least one complete pair: a deal that several
  // pairings share counts once.
  std::int64_t deals = 0;
  std::vector<Pairing> pairings;
  std::vector<CrossSums> crosses;
};

// The estimator of the covariance.
enum class LeagueErrors {
  kByDeal,     // sandwich clustered by deal, over all pairings
  kByPair,     // sandwich clustered by pair, as if no deal were shared
  kCurvature,  // inverse curvature, as if each pair were one coin flip
};

struct LeagueOptions {
  double level = 0;           // confidence, 0 < level < 1
  std::optional<int> anchor;  // its Elo is given; without: the mean is at 0
  double anchor_elo = 0;      // of `anchor`
  // Anchors and priors, by bot. All bots that results connect to one of them
  // are on one island, on the scale of the ties. Without effect on others.
  // Requires: no `anchor` beside them.
  StrengthTies ties;
  LeagueErrors errors = LeagueErrors::kByDeal;
};

enum class RatingStatus {
  kRated,      // has an Elo
  kAbove,      // won everything: `bound` is a lower bound only
  kBelow,      // lost everything: `bound` is an upper bound only
  kOrderOnly,  // island not strongly connected: no finite rating exists
  kUnplayed,   // no complete pair
};

// A bot's line in the rating table.
struct BotRating {
  RatingStatus status = RatingStatus::kUnplayed;
  int island = 0;             // index into LeagueRating::islands
  std::optional<double> elo;  // against the island's zero; null unless rated
  // Of `elo`. An error bar against the anchor is not an error bar between two
  // bots: see DifferenceBetween. Null without a covariance.
  std::optional<double> standard_error;
  Interval interval;
  // For kAbove and kBelow: the Elo if half a point of one table had gone the
  // other way (the half-point rule of Ordo). Null when no opponent has a
  // strength or the fit did not converge.
  std::optional<double> bound;
};

// Bots connected by played pairings or by ties; only these are comparable.
struct LeagueIsland {
  std::vector<int> bots;                            // ascending
  std::vector<std::vector<int>> strong_components;  // unbeaten ones first
  std::optional<int> anchor;  // null when the mean is at 0, and with ties
  StrengthTies ties;          // of its bots
  std::vector<int> rated;     // ascending; empty when there is no fit
  // Of `rated`, natural log units: of sum zero, or on the scale of the ties.
  std::vector<double> strengths;
  // Of `strengths`; null when the fit did not converge, has fewer than two
  // bots, or has no more deals than bots.
  std::optional<Matrix> covariance;
  int iterations = 0;
  bool converged = false;
  double gradient = 0;  // largest absolute component at the end, in pairs
};

// How well the model explains one pairing.
struct PairingFit {
  std::optional<double> expected_score;  // null unless both bots are rated
  std::optional<double> z;  // (mean - expected) / se; null if either is unknown
};

struct LeagueRating {
  std::vector<BotRating> bots;
  std::vector<LeagueIsland> islands;
  std::vector<PairingFit> pairings;  // in the order given
  // Pairs of played pairings with and without a common deal.
  int shared_crosses = 0;
  int unshared_crosses = 0;
  double degrees_of_freedom = 0;  // deals - 1, of the t intervals
};

// The estimated difference between two bots.
struct EloDifference {
  double elo = 0;
  std::optional<double> standard_error;
  Interval interval;
  std::optional<double> superiority;  // LOS: Phi(elo / standard_error)
};

}  // namespace couillon::stats
