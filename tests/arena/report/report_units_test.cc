// A report mixes no units: game points of matches or of several rulesets are
// null, and what is said to be at 0 is.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "absl/strings/match.h"
#include "arena/league/store/running_sums.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/numbers/stats/sequential/anytime.h"
#include "arena/report/data/league_report.h"
#include "arena/report/data/rating_table.h"
#include "arena/report/data/table_ratings.h"
#include "arena/report/json/report_json.h"
#include "arena/report/text/report_text.h"
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
  LeagueReport report = ReportOf(config);
  EXPECT_NE(RenderText(report).find("bot0 at 0."), std::string::npos);
  report.rulesets[0].sheet.rating.bots[0].status = stats::RatingStatus::kAbove;
  EXPECT_EQ(RenderText(report).find("bot0 at 0."), std::string::npos);
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
