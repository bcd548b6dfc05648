// Checks on what is derived from ratings: predictions of another ruleset, and
// the test of anchors and priors.
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/measure/selftest/self_check.h"
#include "arena/numbers/stats/law/distributions.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/league/bradley_terry.h"
#include "arena/numbers/stats/league/league.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/report/data/ruleset_spread.h"

namespace couillon::arena {
namespace {

using stats::kEloPerLogStrength;
using stats::SplitMix64;

double DrawNormal(SplitMix64& random) {
  return stats::NormalQuantile(random.NextUnit());
}

// Adds `games` single games of bot i, which is stronger by `lead` (in natural
// log units), against bot j.
void AddGames(int i, int j, double lead, int games, SplitMix64& random,
              stats::LeagueSums& sums) {
  stats::PairSums score{.denominator = 2};
  for (int game = 0; game < games; ++game) {
    score.Add(random.NextUnit() < stats::WinProbability(lead) ? 2 : 0);
  }
  sums.deals += games;
  sums.pairings.push_back({.first = i, .second = j, .score = score});
}

constexpr int kGamesOfARuleset = 400;
// The error of an Elo from so many games of equal bots is 17.4: rulesets differ
// by twice as much.
constexpr double kBetween = 35;

// Rates two bots under so many rulesets, and compares the prediction with the
// Elo under one more.
Simulation PredictAnother(int rulesets) {
  return [rulesets](CheckRun& run) {
    std::vector<stats::LeagueRating> ratings;
    ratings.reserve(static_cast<std::size_t>(rulesets));
    const auto draw_elo = [&run] { return kBetween * DrawNormal(run.random); };
    for (int ruleset = 0; ruleset < rulesets; ++ruleset) {
      stats::LeagueSums sums{.bots = 2};
      AddGames(1, 0, draw_elo() / kEloPerLogStrength, kGamesOfARuleset,
               run.random, sums);
      ratings.push_back(
          stats::RateLeague(sums, {.level = kCheckLevel, .anchor = 0}));
    }
    std::vector<const stats::LeagueRating*> pointers;
    pointers.reserve(ratings.size());
    for (const stats::LeagueRating& rating : ratings) {
      pointers.push_back(&rating);
    }
    const RulesetSpread spread =
        SpreadOver(pointers, {.anchor = 0}, kCheckLevel, std::nullopt);
    const double other = draw_elo();
    for (const BotSpread& bot : spread.bots) {
      if (bot.bot != 1) continue;
      run.Count(0, bot.another_ruleset && Covers(*bot.another_ruleset, other));
    }
  };
}

// Three bots of which two are anchors and one has a prior, all of them right,
// or with the second anchor `off` Elo too high: shares of rejections.
Simulation RejectTies(int games, double off) {
  return [games, off](CheckRun& run) {
    constexpr double kDeviation = 60;  // Elo, of the prior
    std::vector<double> strengths(3);
    for (double& strength : strengths) strength = 0.4 * DrawNormal(run.random);
    stats::LeagueSums sums{.bots = 3};
    for (const auto& [i, j] : {std::pair(0, 1), {0, 2}, {1, 2}}) {
      AddGames(i, j,
               strengths[static_cast<std::size_t>(i)] -
                   strengths[static_cast<std::size_t>(j)],
               games, run.random, sums);
    }
    stats::LeagueOptions options{.level = kCheckLevel};
    options.ties.anchors = {{0, strengths[0]},
                            {1, strengths[1] + off / kEloPerLogStrength}};
    const double deviation = kDeviation / kEloPerLogStrength;
    options.ties.priors = {
        {2, strengths[2] + deviation * DrawNormal(run.random), deviation}};
    const stats::TieFit fit =
        stats::RateLeague(sums, options).islands[0].tie_fit;
    run.Count(0, fit.p.value_or(1) < 1 - kCheckLevel);
    run.Count(1, fit.p.value_or(1) < 0.001);
  };
}

}  // namespace

CheckSeries AnotherRulesetSeries() {
  CheckSeries series{.stream = 1818};
  for (const int rulesets : {4, 6, 20}) {
    series.rows.push_back(
        {.claims = {{"95% prediction of another ruleset",
                     absl::StrCat(rulesets, " rulesets"), Share(0.95, 0.99)}},
         .simulate = PredictAnother(rulesets)});
  }
  return series;
}

CheckSeries TieSeries() {
  const char* const group = "anchors and priors: share rejected";
  CheckSeries series{.stream = 1919};
  for (const int games : {10, 100, 1000}) {
    const std::string name = absl::StrFormat("right, %d games", games);
    series.rows.push_back(
        {.claims = {{group, name + ", at 5%", Share(0, 0.055)},
                    {group, name + ", at 0.1%", Share(0, 0.002)}},
         .simulate = RejectTies(games, 0)});
  }
  series.rows.push_back(
      {.claims = {{group, "an anchor 150 Elo too high, 1000 games, at 5%",
                   Share(0.99, 1)},
                  {group, "an anchor 150 Elo too high, 1000 games, at 0.1%",
                   Share(0.95, 1)}},
       .simulate = RejectTies(1000, 150)});
  return series;
}

}  // namespace couillon::arena
