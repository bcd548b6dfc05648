#include "arena/measure/selftest/deal_modes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>

#include "absl/strings/str_cat.h"
#include "arena/league/store/stored_unit.h"
#include "arena/measure/selftest/deal_mode_table.h"
#include "arena/measure/selftest/opponents_correlation.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/data/league_report.h"
#include "arena/report/data/rating_table.h"
#include "bots/cpp/bundled/bundled.h"
#include "bots/cpp/strategy.h"
#include "couillon/v1/league.pb.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/compiler.h"
#include "proto/ruleset_catalog.h"

namespace couillon::arena {
namespace {

// The formula of docs/statistics.md, within the noise of 200 leagues.
TEST(DealModesTest, SharedDealsWidenIntervalsAsTheCorrelationSays) {
  stats::SplitMix64 random(3);
  for (const int bots : {3, 8}) {
    const DealModes modes = CompareModes(
        {.strength = Ladder(bots, 0), .deal_effect = 1.5, .leagues = 200},
        random);
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
               .bots = {Spoilt(Reference(), a), Spoilt(Reference(), b),
                        Spoilt(Reference(), c)},
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
          .bots = {Spoilt(Reference(), errors), Spoilt(Reference(), b),
                   Spoilt(Reference(), c)},
          .seed = absl::StrCat("covered ", league),
          .deals = 40,
          .block = 40,
          .same_deals = same_deals};
      const v1::LeagueConfig config = ConfigOf(played);
      const RatingTable table = ReportOfSums(config, std::span(&rules_, 1),
                                             stats::ResultScale::kPoints,
                                             SumsOf(config, Play(played)))
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
