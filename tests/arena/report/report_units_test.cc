// A report mixes no units: game points of matches or of several rulesets are
// null, and what is said to be at 0 is.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "arena/league/store/running_sums.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/numbers/stats/sequential/anytime.h"
#include "arena/report/data/joint_difference.h"
#include "arena/report/data/league_report.h"
#include "arena/report/data/rating_table.h"
#include "arena/report/data/rating_zero.h"
#include "arena/report/data/table_ratings.h"
#include "arena/report/json/report_json.h"
#include "arena/report/text/report_text.h"
#include "arena/table/bot_index.h"
#include "couillon/v1/league.pb.h"
#include "tests/support/large_league.h"

namespace couillon::arena {
namespace {

LeagueReport ReportOf(const v1::LeagueConfig& config) {
  const RunningSums sums = testing_support::LargeSums(config, 1);
  const stats::ResultScale scale = config.mode() == v1::LEAGUE_MODE_MATCHES
                                       ? stats::ResultScale::kScore
                                       : stats::ResultScale::kPoints;
  return ReportOfSums(config, {}, scale, sums);
}

TEST(ReportUnitsTest, PairingsOfMatchesHaveNoGamePointsOrCardPoints) {
  v1::LeagueConfig config = testing_support::LargeLeague(3, 40);
  const Json of_deals = ReportJson(ReportOf(config));
  config.set_mode(v1::LEAGUE_MODE_MATCHES);
  const Json of_matches = ReportJson(ReportOf(config));
  const auto pairing = [](const Json& report) {
    return report["rulesets"][0]["pairings"][0];
  };
  for (const char* figure : {"game_points", "card_points"}) {
    EXPECT_TRUE(pairing(of_deals)[figure]["mean"].is_number()) << figure;
    EXPECT_TRUE(pairing(of_matches)[figure]["mean"].is_null()) << figure;
    EXPECT_TRUE(pairing(of_matches)[figure]["interval"][0].is_null()) << figure;
  }
}

TEST(ReportUnitsTest, GamePointsOfSeveralRulesetsAreNotAveraged) {
  v1::LeagueConfig config = testing_support::LargeLeague(3, 40);
  RunningSums sums = testing_support::LargeSums(config, 1);
  const auto report = [&] {
    return ReportJson(
        ReportOfSums(config, {}, stats::ResultScale::kPoints, sums));
  };
  const Json alone = report();
  EXPECT_TRUE(alone["standings"]["bots"][0]["game_points"].is_number());
  *config.add_rulesets() = config.rulesets(0);
  config.mutable_rulesets(1)->set_spec("other-rules");
  sums.rulesets.push_back(sums.rulesets[0]);
  sums.overall = sums.rulesets[0];
  const Json several = report();
  EXPECT_TRUE(several["standings"]["bots"][0]["game_points"].is_null());
  EXPECT_TRUE(several["pairings"][0]["game_points"].is_null());
}

TEST(ReportUnitsTest, AnAnchorWithoutARatingIsNotSaidToBeAtZero) {
  v1::LeagueConfig config = testing_support::LargeLeague(3, 40);
  config.set_mode(v1::LEAGUE_MODE_MATCHES);
  LeagueReport report = ReportOfSums(config, {}, stats::ResultScale::kScore,
                                     testing_support::LargeSums(config, 1),
                                     kMaxListedPairings, {.anchor = 0});
  EXPECT_NE(RenderText(report).find("bot0 at 0;"), std::string::npos);
  report.rulesets[0].sheet.rating.bots[0].status = stats::RatingStatus::kAbove;
  EXPECT_EQ(RenderText(report).find("bot0 at 0;"), std::string::npos);
}

// Whoever was submitted first: the mean of the ratings is 0 on each scale, all
// have an error of the difference to it, and an anchor moves all alike.
TEST(ReportUnitsTest, TheMeanOfTheFieldIsAtZeroUnlessThereIsAnAnchor) {
  const v1::LeagueConfig config = testing_support::LargeLeague(5, 40);
  const RunningSums sums = testing_support::LargeSums(config, 1);
  const auto report = [&](const RatingZero& zero) {
    return ReportJson(ReportOfSums(config, {}, stats::ResultScale::kPoints,
                                   sums, kMaxListedPairings, zero));
  };
  const Json mean = report({});
  EXPECT_TRUE(mean["anchor"].is_null());
  for (const char* unit : {"points", "elo_per_deal"}) {
    double sum = 0;
    for (const Json& line : mean["rulesets"][0]["ratings"]) {
      sum += line[unit].get<double>();
      EXPECT_LT(line[std::string(unit) + "_lo"], line[unit]);
    }
    EXPECT_NEAR(sum, 0, 1e-6) << unit;
  }
  const Json anchored = report({.anchor = 3});
  EXPECT_EQ(anchored["anchor"], "bot3");
  const auto ratings = [](const Json& of) {
    return of["rulesets"][0]["ratings"];
  };
  double at_three = 0;
  for (const Json& line : ratings(mean)) {
    if (line["bot"] == "bot3") at_three = line["points"];
  }
  EXPECT_NE(at_three, 0);
  for (std::size_t i = 0; i < ratings(mean).size(); ++i) {
    EXPECT_EQ(ratings(mean)[i]["bot"], ratings(anchored)[i]["bot"]);
    EXPECT_NEAR(ratings(mean)[i]["points"].get<double>() - at_three,
                ratings(anchored)[i]["points"].get<double>(), 1e-9);
  }
}

TEST(ReportUnitsTest, AnAnchorIsABotOfTheLeagueOnAScaleThatHasItsUnit) {
  v1::LeagueConfig config = testing_support::LargeLeague(3, 40);
  const stats::ResultScale points = stats::ResultScale::kPoints;
  const stats::ResultScale score = stats::ResultScale::kScore;
  EXPECT_EQ(ZeroOf("", config, points)->anchor, std::nullopt);
  EXPECT_EQ(ZeroOf("bot1", config, points)->anchor, 1);
  EXPECT_EQ(ZeroOf("bot2=1500", config, score)->elo, 1500);
  EXPECT_TRUE(absl::IsNotFound(ZeroOf("bot7", config, points).status()));
  EXPECT_TRUE(
      absl::IsInvalidArgument(ZeroOf("bot2=1500", config, points).status()));
  EXPECT_TRUE(
      absl::IsInvalidArgument(ZeroOf("bot2=10001", config, score).status()));
  config.set_format(v1::LEAGUE_FORMAT_INDIVIDUAL);
  EXPECT_TRUE(absl::IsInvalidArgument(ZeroOf("bot1", config, points).status()));
}

// A gauntlet: bot 0 against the others, which have not met.
TEST(ReportUnitsTest, BotsThatDidNotMeetHaveADifferenceFromTheJointFit) {
  v1::LeagueConfig config = testing_support::LargeLeague(4, 40);
  config.set_format(v1::LEAGUE_FORMAT_GAUNTLET);
  const LeagueReport report = ReportOf(config);
  const RatingTable& table = report.rulesets[0];
  const std::vector<JointDifference> listed = ListJointDifferences(table, 16);
  ASSERT_EQ(listed.size(), 3U);
  for (const auto& [first, second, difference] : listed) {
    EXPECT_NE(ToInt(first), 0);
    EXPECT_NE(ToInt(second), 0);
    EXPECT_NEAR(difference.value,
                *table.sheet.rating.bots[Index(first)].value -
                    *table.sheet.rating.bots[Index(second)].value,
                1e-9);
    EXPECT_GE(difference.value, 0);
    EXPECT_GT(difference.interval.hi, difference.value);
  }
  EXPECT_NE(
      RenderText(report).find("without a rated pairing, from the joint fit"),
      std::string::npos);
  const Json json = ReportJson(report)["rulesets"][0]["joint_fit_differences"];
  ASSERT_EQ(json.size(), 3U);
  EXPECT_EQ(json[0]["points"], listed[0].difference.value);
  EXPECT_TRUE(json[0]["points_interval"][1].is_number());
  config.set_format(v1::LEAGUE_FORMAT_ROUND_ROBIN);
  EXPECT_TRUE(ListJointDifferences(ReportOf(config).rulesets[0], 16).empty());
}

// Those of a test are tightest at its expected length, not at its cap.
TEST(ReportUnitsTest, AnytimeIntervalsAreTightestAtTheDeclaredPairs) {
  v1::LeagueConfig config = testing_support::LargeLeague(2, 400);
  EXPECT_EQ(DeclaredPairs(config), 400);
  const PairingReport fixed = ReportOf(config).rulesets[0].pairings[0];
  EXPECT_EQ(fixed.anytime_elo,
            stats::AnytimeEloInterval(fixed.score, 0.05, 400));
  config.mutable_sprt();
  EXPECT_EQ(DeclaredPairs(config), 100);
  config.set_items(1);
  EXPECT_EQ(DeclaredPairs(config), 1);
}

// A drawn seed is shown once nothing is left to play from it.
TEST(ReportUnitsTest, ADrawnSeedIsSecretWhileDealsAreLeft) {
  v1::LeagueConfig config = testing_support::LargeLeague(3, 40);
  config.set_seed("secret-text");
  config.set_seed_commitment("commitment-text");
  LeagueReport report = ReportOf(config);
  const auto shows = [&report] {
    const std::string text = RenderText(report);
    const Json json = ReportJson(report)["league"]["seed"];
    const bool shown = absl::StrContains(text, "secret-text");
    EXPECT_EQ(shown, json == "secret-text") << json;
    EXPECT_NE(shown, absl::StrContains(text, "commitment-text")) << text;
    return shown;
  };
  for (const v1::SeedOrigin origin :
       {v1::SEED_ORIGIN_RANDOM, v1::SEED_ORIGIN_FILE, v1::SEED_ORIGIN_USER}) {
    const bool typed = origin == v1::SEED_ORIGIN_USER;
    report.config.set_seed_origin(origin);
    report.config.set_format(v1::LEAGUE_FORMAT_ROUND_ROBIN);
    report.units_done = report.units;
    report.arena.reset();
    EXPECT_TRUE(shows());
    report.units_done = report.units - 1;
    EXPECT_EQ(shows(), typed);
    report.units_done = report.units;
    report.config.set_format(v1::LEAGUE_FORMAT_PAIRINGS);
    EXPECT_EQ(shows(), typed);
  }
}

}  // namespace
}  // namespace couillon::arena
