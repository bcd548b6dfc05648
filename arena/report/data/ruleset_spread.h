// All rulesets together: the mean Elo of each bot over the rulesets, and how
// much the rulesets differ.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/league/rank_bands.h"
#include "arena/report/data/rating_zero.h"

namespace couillon::arena {

// With fewer rulesets Student's t makes a prediction too wide to be of use.
inline constexpr int kMinRulesetsToPredict = 4;

// A bot against the zero of the ratings, in Elo. An anchor is exactly where it
// was put, without intervals.
struct BotSpread {
  int bot = 0;
  double elo = 0;  // the mean over the rulesets, each with the same weight
  // Without errors of the ratings (LeagueErrors::kNone) the intervals are
  // unbounded, and the rest is null.
  //
  // Of the mean over these rulesets: what more deals would narrow.
  stats::Interval these_rulesets;
  // A prediction: the Elo under another ruleset, if these are a sample of
  // rulesets like it. Only more rulesets would narrow it; never narrower than
  // `these_rulesets`. Null below kMinRulesetsToPredict rulesets. This and the
  // rest is null where the rulesets share deals, and so the luck of a deal:
  // figures under two rulesets are then alike by chance.
  std::optional<stats::Interval> another_ruleset;
  // The standard deviation of the bot's true Elo between rulesets, by moments;
  // 0 where chance explains all differences.
  std::optional<double> deviation;
  std::optional<double> p;  // Cochran's Q: the same Elo under all rulesets
};

struct RulesetSpread {
  int rulesets = 0;
  std::vector<BotSpread> bots;  // those with an Elo everywhere, best first
  // The means over these rulesets, in Elo, with the errors of all differences;
  // bots without an Elo everywhere are not rated.
  stats::LeagueRating means;
  // What is known of the means, 95% certain for all bots together: [i][j]
  // whether bot i is better than bot j, and by bot its ranks, null for those
  // without an Elo everywhere. All empty or null without errors.
  stats::BetterThan better;
  stats::RankBands ranks;
  bool share_deals = false;
  // The test of all bots together: no bot depends on the ruleset. Null when
  // some covariance cannot be inverted, and where the rulesets share deals.
  double statistic = 0;
  int df = 0;
  std::optional<double> p;
};

// Returns the spread over ratings in Elo, one per ruleset. Under each ruleset
// the zero is the anchor, or without one the mean of the bots of the spread:
// those that all rulesets rate and connect (the largest such group).
// `inflation`, given where the rulesets share deals, multiplies the variance of
// a mean over rulesets; >= 1. Requires: two ratings or more, with the same
// bots; 0 < level < 1. Sources: Cochran 1954; DerSimonian and Laird 1986 for
// the moments; Higgins, Thompson and Spiegelhalter 2009 for predictions, here
// with the whole variance of the figures.
RulesetSpread SpreadOver(std::span<const stats::LeagueRating* const> ratings,
                         const RatingZero& zero, double level,
                         std::optional<double> inflation);

}  // namespace couillon::arena
