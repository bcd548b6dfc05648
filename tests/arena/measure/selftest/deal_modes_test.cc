#include "arena/measure/selftest/deal_modes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "arena/league/store/running_sums.h"
#include "arena/league/store/stored_unit.h"
#include "arena/numbers/stats/league/league.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/data/league_report.h"
#include "arena/report/data/rating_table.h"
#include "arena/table/quantity.h"
#include "bots/cpp/bundled/bundled.h"
#include "bots/cpp/strategy.h"
#include "couillon/v1/league.pb.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/compiler.h"
#include "proto/ruleset_catalog.h"

namespace couillon::arena {
namespace {

// Three bots and 20 pairs per pairing. Each pair is won or lost; the first bot
// of the pairings 0 - 1, 0 - 2 and 1 - 2 wins as many as given.
stats::LeagueRating RatingOf(const std::array<std::int64_t, 3>& won) {
  constexpr std::int64_t kPairs = 20;
  stats::LeagueSums sums{.bots = 3,
                         .deals = 3 * kPairs,
                         .pairings = {{0, 1, {.denominator = 4}},
                                      {0, 2, {.denominator = 4}},
                                      {1, 2, {.denominator = 4}}}};
  for (std::size_t k = 0; k < won.size(); ++k) {
    sums.pairings[k].score.Add(4, won[k]);
    sums.pairings[k].score.Add(0, kPairs - won[k]);
  }
  return stats::RateLeague(sums, {.level = 0.95, .anchor = 0});
}

TEST(IntervalTallyTest, CountsTheIntervalsThatContainTheTruth) {
  const stats::LeagueRating rating = RatingOf({10, 10, 10});
  const double width = rating.bots[1].interval.hi - rating.bots[1].interval.lo;
  ASSERT_GT(width, 100);
  IntervalTally tally;
  tally.Add(rating, std::vector<double>{0, 0.4 * width, 0.6 * width});
  EXPECT_EQ(tally.leagues, 1);
  EXPECT_EQ(tally.anchor.intervals, 2);
  EXPECT_EQ(tally.anchor.covering, 1);
  EXPECT_EQ(tally.anchor.coverage(), 0.5);
  EXPECT_NEAR(tally.anchor.mean_width(), width, 1e-9);
  EXPECT_EQ(tally.neighbours.intervals, 2);
  EXPECT_EQ(tally.neighbours.covering, 2);
  EXPECT_NEAR(tally.neighbours.mean_width(), width, 1e-9);
}

TEST(IntervalTallyTest, NeighboursAreComparedWithEachOther) {
  // Bot 1 is far below the anchor, bot 2 equal to the anchor.
  const stats::LeagueRating rating = RatingOf({18, 10, 2});
  const double low = *rating.bots[1].value;
  ASSERT_LT(rating.bots[1].interval.hi, 0);
  IntervalTally tally;
  tally.Add(rating, std::vector<double>{0, low, 0});
  EXPECT_EQ(tally.anchor.covering, 2);
  EXPECT_EQ(tally.neighbours.covering, 2);
  // If all three were equal, both intervals of bot 1 would be wrong.
  tally.Add(rating, std::vector<double>{0, 0, 0});
  EXPECT_EQ(tally.anchor.covering, 3);
  EXPECT_EQ(tally.neighbours.covering, 2);
}

TEST(IntervalTallyTest, LeaguesWithoutAFiniteIntervalAreLeftOut) {
  stats::LeagueSums sums{
      .bots = 2, .deals = 20, .pairings = {{0, 1, {.denominator = 4}}}};
  sums.pairings[0].score.Add(4, 20);
  IntervalTally tally;
  tally.Add(stats::RateLeague(sums, {.level = 0.95, .anchor = 0}),
            std::vector<double>{0, 0});
  EXPECT_EQ(tally.leagues, 0);
  EXPECT_TRUE(std::isnan(tally.anchor.coverage()));
  EXPECT_TRUE(std::isnan(tally.neighbours.mean_width()));
}

// Bots 0 and 1, 0 and 2, and 1 and 2 with the given quarters per deal.
stats::LeagueSums LeagueOf(const std::array<std::array<int, 4>, 3>& quarters) {
  stats::LeagueSums sums{.bots = 3,
                         .deals = 4,
                         .pairings = {{0, 1, {.denominator = 4}},
                                      {0, 2, {.denominator = 4}},
                                      {1, 2, {.denominator = 4}}}};
  for (std::size_t k = 0; k < 3; ++k) {
    for (const int y : quarters[k]) sums.pairings[k].score.Add(y);
    for (std::size_t l = 0; l < k; ++l) {
      stats::CrossSums cross{.k = static_cast<int>(k),
                             .l = static_cast<int>(l),
                             .deals = 4,
                             .sum_k = sums.pairings[k].score.sum,
                             .sum_l = sums.pairings[l].score.sum};
      for (std::size_t deal = 0; deal < 4; ++deal) {
        cross.sum_products += quarters[k][deal] * quarters[l][deal];
      }
      sums.crosses.push_back(cross);
    }
  }
  return sums;
}

double CorrelationOf(const stats::LeagueSums& league) {
  OpponentsCorrelation correlation;
  correlation.Add(league);
  return correlation.value();
}

// Seen by bot 0, its two pairings agree (1); seen by bot 1, 1 - y of the first
// and y of the third disagree (-1); seen by bot 2 they agree (1).
TEST(OpponentsCorrelationTest, SeesEachPairingFromTheCommonBot) {
  EXPECT_NEAR(
      CorrelationOf(LeagueOf({{{4, 0, 4, 0}, {4, 0, 4, 0}, {4, 0, 4, 0}}})),
      1.0 / 3, 1e-12);
  EXPECT_NEAR(
      CorrelationOf(LeagueOf({{{4, 0, 4, 0}, {4, 4, 0, 0}, {2, 4, 0, 2}}})),
      // -(cov of 4 0 4 0 with 2 4 0 2) = 2, cov of 4 4 0 0 with it = 2, over
      // the product of standard deviations, of which two are 2 and one is
      // sqrt(2): 0 + 2 + 2 over 4 + 2 * 2 sqrt(2).
      4 / (4 + 4 * std::sqrt(2)), 1e-12);
}

TEST(OpponentsCorrelationTest, IsUnknownWithoutASharedDeal) {
  stats::LeagueSums apart =
      LeagueOf({{{4, 0, 4, 0}, {4, 0, 4, 0}, {4, 0, 4, 0}}});
  apart.crosses.clear();
  EXPECT_TRUE(std::isnan(CorrelationOf(apart)));
  EXPECT_TRUE(std::isnan(
      CorrelationOf(LeagueOf({{{2, 2, 2, 2}, {2, 2, 2, 2}, {2, 2, 2, 2}}}))));
}

TEST(OpponentsCorrelationTest, WidthGrowsWithTheNumberOfOpponents) {
  EXPECT_EQ(ExpectedWidthRatio(2, 0.3), 1);
  EXPECT_EQ(ExpectedWidthRatio(20, 0), 1);
  EXPECT_NEAR(ExpectedWidthRatio(20, 0.5), std::sqrt(10), 1e-12);
}

// The formula of docs/statistics.md, within the noise of 200 leagues.
TEST(DealModesTest, SharedDealsWidenIntervalsAsTheCorrelationSays) {
  stats::SplitMix64 random(3);
  for (const int bots : {3, 8}) {
    const DealModes modes = CompareModes(
        {.strength = Ladder(bots, 0), .deal_effect = 1.5}, 200, random);
    EXPECT_EQ(modes.own.leagues, 200);
    EXPECT_GT(modes.correlation, 0.1);
    const double ratio =
        modes.same.anchor.mean_width() / modes.own.anchor.mean_width();
    EXPECT_NEAR(ratio, ExpectedWidthRatio(bots, modes.correlation),
                0.03 * ratio);
  }
}

TEST(DealModesTest, ALadderHasEqualSteps) {
  EXPECT_EQ(Ladder(3, 1), (std::vector<double>{0, 0.5, 1}));
}

class PlayedModesTest : public ::testing::Test {
 protected:
  PlayedModesTest()
      : rules_(*CompileRules(*wire::FindRuleset("basic-gerver"))),
        strategy_(*bots::MakeStrategy("heuristic")) {}

  DecideFunction Reference() {
    return [this](const CompiledRules& rules, const Observation& seen) {
      return strategy_->Decide(rules, seen);
    };
  }

  // The scores of each pairing of three bots, by deal.
  std::vector<PairScores> ScoresOf(const RandomErrors& a, const RandomErrors& b,
                                   const RandomErrors& c, bool same_deals) {
    std::vector<PairScores> scores;
    for (const StoredUnit& unit :
         Play({.rules = &rules_,
               .bots = {WithErrors(Reference(), a), WithErrors(Reference(), b),
                        WithErrors(Reference(), c)},
               .seed = "modes",
               .deals = 200,
               .block = 200,
               .same_deals = same_deals})) {
      scores.push_back(unit.outcome.scores);
    }
    return scores;
  }

  CompiledRules rules_;
  std::unique_ptr<bots::Strategy> strategy_;
};

// Bots that err alike at the same decision repeat each other's results on the
// same deals; with other random numbers, or on deals of their own, they do not.
TEST_F(PlayedModesTest, OnlyTheSameDealsRepeatTheResultsOfTwins) {
  const auto alike = ScoresOf({}, {}, {}, true);
  EXPECT_EQ(alike[0], alike[1]);
  EXPECT_EQ(alike[0], alike[2]);
  const auto apart = ScoresOf({}, {}, {}, false);
  EXPECT_NE(apart[0], apart[1]);
  const auto streams =
      ScoresOf({.stream = 1}, {.stream = 2}, {.stream = 3}, true);
  EXPECT_NE(streams[0], streams[1]);
}

TEST_F(PlayedModesTest, ErrorsByHandAreThoseOfADeterministicBot) {
  const RandomErrors same{.stream = 1, .source = RandomSource::kHand};
  const RandomErrors other{.stream = 2, .source = RandomSource::kHand};
  const auto scores = ScoresOf(same, same, other, true);
  for (const PairScore score : scores[0]) EXPECT_EQ(score.HalfPoints(2), 2);
  // Both meet the third bot with the same results.
  EXPECT_EQ(scores[1], scores[2]);
  EXPECT_NE(scores[0], scores[1]);
}

TEST_F(PlayedModesTest, ErrorsWithoutASourceNeverRepeatWithinALeague) {
  const RandomErrors none{.source = RandomSource::kNone};
  const auto scores = ScoresOf(none, none, none, true);
  EXPECT_NE(scores[0], scores[1]);
  EXPECT_NE(scores[1], scores[2]);
  EXPECT_EQ(scores, ScoresOf(none, none, none, true));  // but in a second one
}

TEST_F(PlayedModesTest, ABotWithoutErrorsIsTheReference) {
  const auto scores = ScoresOf({.per_mille = 0, .stream = 1},
                               {.per_mille = 0, .stream = 2}, {}, false);
  // Identical bots that decide alike split every pair.
  for (const PairScore score : scores[0]) EXPECT_EQ(score.HalfPoints(2), 2);
}

TEST(NegatesAllTest, ScoresAndGamePointsMustBothBeSwapped) {
  PairingSums a{.score = {.denominator = 4}};
  a.score.Add(3, 7);
  a.score.Add(1, 2);
  a.leads[Quantity::kGamePoints].Add(5, 2);
  PairingSums b = a;
  b.score = stats::SwappedScore(a.score);
  EXPECT_FALSE(NegatesAll(a, b));
  b.leads[Quantity::kGamePoints] = {};
  b.leads[Quantity::kGamePoints].Add(-5, -2);
  EXPECT_TRUE(NegatesAll(a, b));
  b.score = a.score;
  EXPECT_FALSE(NegatesAll(a, b));
}

TEST(DealModeTableTest, ShowsBothModesAndTheirRatio) {
  DealModes modes{.group = "equal bots",
                  .bots = 3,
                  .own = {.leagues = 1000,
                          .anchor = {100, 95, 4000},
                          .neighbours = {100, 94, 5000}},
                  .same = {.leagues = 1000,
                           .anchor = {100, 96, 5000},
                           .neighbours = {100, 93, 6000}},
                  .correlation = 0.44};
  const std::string text = DealModesText({modes});
  EXPECT_NE(text.find("3 bots, own deals     1,000   95.0%   40.0"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("1.25x     1.20x  0.440"), std::string::npos) << text;
  modes.correlation = std::nan("");
  const auto json =
      nlohmann::json::parse(DealModesJson({.runs = 7, .seed = 8}, {modes}));
  EXPECT_EQ(json["runs"], 7);
  const auto& league = json["leagues"][0];
  EXPECT_EQ(league["same_deals"]["anchor_coverage"], 0.96);
  EXPECT_EQ(league["own_deals"]["neighbour_width"], 50);
  EXPECT_EQ(league["width_ratio"], 1.25);
  EXPECT_TRUE(league["correlation"].is_null());
}

// Equal bots, so that the truth is zero on every scale. On the same deals the
// results of a bot against the others vary together.
TEST_F(PlayedModesTest, PointsAndEloPerMatchAreCoveredInBothModes) {
  constexpr int kLeagues = 150;
  for (const bool same_deals : {false, true}) {
    int points = 0;
    int matches = 0;
    for (int league = 0; league < kLeagues; ++league) {
      const RandomErrors errors = {.per_mille = 200,
                                   .source = RandomSource::kHand};
      RandomErrors b = errors;
      RandomErrors c = errors;
      b.stream = 1;
      c.stream = 2;
      const PlayedLeague played{
          .rules = &rules_,
          .bots = {WithErrors(Reference(), errors), WithErrors(Reference(), b),
                   WithErrors(Reference(), c)},
          .seed = absl::StrCat("covered ", league),
          .deals = 40,
          .block = 40,
          .same_deals = same_deals};
      const v1::LeagueConfig config = ConfigOf(played);
      const RatingTable table = ReportOfSums(config, std::span(&rules_, 1),
                                             stats::ResultScale::kPoints,
                                             SumsOf(config, Play(played)),
                                             kMaxListedPairings, {.anchor = 0})
                                    .rulesets[0];
      ASSERT_TRUE(table.matches.has_value());
      const auto covers = [](const stats::BotRating& rating) {
        return rating.interval.lo <= 0 && 0 <= rating.interval.hi ? 1 : 0;
      };
      points += covers(table.sheet.rating.bots[2]);
      matches += covers(table.matches->bots[2]);
    }
    EXPECT_NEAR(points / double{kLeagues}, 0.95, 0.055) << same_deals;
    EXPECT_NEAR(matches / double{kLeagues}, 0.95, 0.055) << same_deals;
  }
}

}  // namespace
}  // namespace couillon::arena
