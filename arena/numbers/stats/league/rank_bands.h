// The bots of a table that are better than others, all claims of the table
// together at one confidence, and the ranks that these claims leave open.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "arena/numbers/stats/league/additive.h"
#include "arena/numbers/stats/league/league_rating.h"

namespace couillon::stats {

// The ranks that a bot may have; 1 is the best. 1 <= best <= worst.
struct RankBand {
  int best = 1;
  int worst = 1;
  friend bool operator==(const RankBand&, const RankBand&) = default;
};

// By bot; null for a bot that is not ranked.
using RankBands = std::vector<std::optional<RankBand>>;

// [i][j]: whether bot i is known to be better than bot j.
using BetterThan = std::vector<std::vector<bool>>;

// Returns for every ranked bot the band from 1 + the number of ranked bots that
// are better than it, to the number of ranked bots minus those that it is
// better than. If all claims of `better` are true, so is every band. Requires:
// both have the same size.
// Source: Mogstad, Romano, Shaikh and Wilhelm 2024.
[[nodiscard]] RankBands ComputeRankBands(const BetterThan& better,
                                         const std::vector<bool>& ranked);

// Returns the max-t critical value for all differences between the bots of a
// rating, in standard errors of a normal law: the largest over its islands,
// whose claims are independent of each other (Bonferroni). Null without a
// covariance. At most `most_draws` simulated leagues. Requires: 0 < level < 1,
// most_draws >= 1.
[[nodiscard]] std::optional<double> ComputeCriticalValue(
    const LeagueRating& rating, double level, std::int64_t most_draws);

// Returns the differences above the critical value of ComputeCriticalValue. A
// difference has the z that is as unlikely as its t, so that differences with
// different degrees of freedom have one critical value. Of bots without a
// finite rating, and across islands, nothing is known; two anchors with
// different strengths are as given.
[[nodiscard]] BetterThan KnownBetter(const LeagueRating& rating,
                                     std::optional<double> critical_value);

// Claims that hold at every look at results that grow, all of them together.
struct EveryLook {
  double error = 0;  // the probability that any claim is ever false, in (0, 1)
  // By bot: 0 for those who were there before the first result, 1 for those who
  // joined next, and so on. Bots who may still join have their part of `error`.
  std::vector<int> joined;
};

// Returns the differences that are known at every look: those of more standard
// errors than NormalMixtureErrors() has for the part of `looks.error` of their
// two bots (Bonferroni). `typical` is that of NormalMixtureErrors, in the unit
// of the ratings. Otherwise as the function above. Requires: looks.joined has a
// number for every bot of the rating; typical > 0.
[[nodiscard]] BetterThan KnownBetter(const LeagueRating& rating,
                                     const EveryLook& looks, double typical);

// Returns the bands that follow from KnownBetter. With the confidence of its
// critical value all of them together contain the true ranks. Bots without a
// game are not ranked, and with LeagueErrors::kNone nobody is.
[[nodiscard]] RankBands ComputeRankBands(const LeagueRating& rating,
                                         const BetterThan& better);

// Returns the bands of the bots of an additive model that have an estimate, all
// together at confidence `level`, by Bonferroni's correction over all their
// differences. A difference without an error is no claim. Requires:
// 0 < level < 1.
[[nodiscard]] RankBands ComputeRankBands(const AdditiveRatings& ratings,
                                         double level);

}  // namespace couillon::stats
