// The report of a three-way league, from stored units to all its forms.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "arena/league/store/league_store.h"
#include "arena/report/csv/report_csv.h"
#include "arena/report/data/league_report.h"
#include "arena/report/json/report_json.h"
#include "arena/report/text/report_text.h"
#include "arena/table/bot_index.h"
#include "arena/table/referee/referee.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/unit_deals.h"
#include "arena/table/team.h"
#include "arena/table/unit/unit_result.h"
#include "couillon/v1/league.pb.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_codec.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/bundled_links.h"
#include "tests/support/played_units.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

class ThreeWayReportTest : public ::testing::Test {
 protected:
  ThreeWayReportTest() {
    for (const char* name : {"greedy", "random", "heuristic", "random2"}) {
      config_.add_bots()->set_name(name);
    }
    v1::LeagueRuleset& entry = *config_.add_rulesets();
    entry.set_spec("troeven-3-solo");
    *entry.mutable_ruleset() = wire::ToMessage(rules_.ruleset);
    config_.set_format(v1::LEAGUE_FORMAT_THREE_WAY);
    config_.set_mode(v1::LEAGUE_MODE_DEALS);
    config_.set_seed("report");
    config_.set_items(32);
    config_.set_block_items(16);
  }

  // All units of the league, played in this thread.
  std::vector<UnitResult> Play() {
    const UnitDeals deals(config_);
    const RefereeConfig referee = {
        .rules = {&rules_},
        .deals = &deals,
        .teams = CountTeams(config_),
        .is_match = config_.mode() == v1::LEAGUE_MODE_MATCHES,
        .record_deals = true,
        .max_faults = 3};
    std::vector<UnitResult> units;
    testing_support::PlayUnits(
        referee,
        testing_support::BundledLinks(
            {"greedy", "random", "heuristic", "random"}, referee.rules),
        MakeSchedule(config_), units);
    return units;
  }

  absl::StatusOr<LeagueReport> Make(const std::vector<UnitResult>& units) {
    auto store = LeagueStore::Create(folder_.path("league"), config_);
    EXPECT_TRUE(store.ok()) << store.status();
    EXPECT_TRUE((*store)->Save(units).ok());
    return MakeReport(**store);
  }

  const CompiledRules rules_ = tests::Rules("troeven-3-solo");
  v1::LeagueConfig config_;
  testing_support::TemporaryFolder folder_;
};

TEST_F(ThreeWayReportTest, PointsAreThoseOfTheRecords) {
  const std::vector<UnitResult> units = Play();
  std::vector<std::int64_t> points(4);
  for (const UnitResult& unit : units) {
    for (const DealOfUnit& record : unit.records) {
      for (const Team team : kAllTeams) {
        points[Index(unit.unit.teams[team][0])] +=
            (*record.outcome.three_way)[team].points;
      }
    }
  }
  const auto report = Make(units);
  ASSERT_TRUE(report.ok()) << report.status();
  ASSERT_EQ(report->three_way.size(), 1U);
  for (const ThreeWayBot& bot : report->three_way[0].bots) {
    EXPECT_EQ(bot.items, 3 * 32);
    EXPECT_NEAR(*bot.points * 6 * 3 * 32,
                static_cast<double>(points[Index(bot.bot)]), 1e-6);
  }
  EXPECT_EQ(report->three_way[0].bots[0].bot, BotIndex(2));  // heuristic
}

// Under this ruleset eldest names trumps and leads, and pays for it.
TEST_F(ThreeWayReportTest, EldestIsThePlaceThatMakesTrumps) {
  const auto report = Make(Play());
  ASSERT_TRUE(report.ok()) << report.status();
  const auto& places = report->three_way[0].places;
  ASSERT_EQ(places.size(), 3U);
  EXPECT_LT(places[0].interval.hi, 0);
  EXPECT_GT(places[1].interval.lo, 0);
  EXPECT_GT(places[2].interval.lo, 0);
}

TEST_F(ThreeWayReportTest, TablesOnTheSameDealsAreOneCluster) {
  config_.set_same_deals(true);
  const auto report = Make(Play());
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(report->three_way[0].items, 32);
}

TEST_F(ThreeWayReportTest, MatchesHaveNoPlaces) {
  config_.set_mode(v1::LEAGUE_MODE_MATCHES);
  config_.set_items(8);
  const auto report = Make(Play());
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_TRUE(report->three_way[0].places.empty());
  double won = 0;
  for (const ThreeWayBot& bot : report->three_way[0].bots) won += *bot.points;
  EXPECT_NEAR(won, 4.0 / 3, 1e-9);  // one of three at every table
  EXPECT_NE(RenderText(*report).find("won/match"), std::string::npos);
}

TEST_F(ThreeWayReportTest, NothingPlayedIsAReportWithoutNumbers) {
  const auto report = Make({});
  ASSERT_TRUE(report.ok()) << report.status();
  const auto json = nlohmann::json::parse(RenderJson(*report));
  for (const auto& bot : json["three_way"][0]["bots"]) {
    EXPECT_TRUE(bot["lead"].is_null());
    EXPECT_TRUE(bot["points"].is_null());
  }
  EXPECT_NE(RenderCsv(*report).find("greedy"), std::string::npos);
}

TEST_F(ThreeWayReportTest, AnUnfinishedLeagueHasOnlyWhatWasPlayed) {
  std::vector<UnitResult> units = Play();
  units.resize(1);  // bots 0, 1 and 2
  const auto report = Make(units);
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(report->three_way[0].items, 16);
  EXPECT_FALSE(report->three_way[0].bots[3].lead.has_value());
  EXPECT_NE(RenderText(*report).find("Unfinished: 1 of 8"), std::string::npos);
}

TEST_F(ThreeWayReportTest, AUnitWithoutItsPointsIsNamed) {
  std::vector<UnitResult> units = Play();
  units[1].outcome.three_way_points.clear();
  const auto report = Make(units);
  EXPECT_EQ(report.status().message(),
            "unit 1: found the points of 0 items; expected 16");
}

}  // namespace
}  // namespace couillon::arena
