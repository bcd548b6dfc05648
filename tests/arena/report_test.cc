#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "arena/report/league_report.h"
#include "arena/report/report_text.h"
#include "arena/store/league_store.h"
#include "couillon/v1/league.pb.h"
#include "couillon/v1/ruleset.pb.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

class ReportTest : public ::testing::Test {
 protected:
  ReportTest() {
    for (const char* name : {"a", "b", "c"}) config_.add_bots()->set_name(name);
    auto& ruleset = *config_.add_rulesets();
    ruleset.set_spec("some-rules");
    ruleset.mutable_ruleset()->mutable_table()->set_sides(2);
    config_.set_mode(v1::LEAGUE_MODE_DEALS);
    config_.set_items(4);
    config_.set_block_items(4);
  }

  // A unit of pairing `number` with the given half points of both seatings.
  static UnitResult Unit(std::int64_t number,
                         const std::vector<std::array<int, 2>>& results) {
    UnitResult unit;
    unit.unit.number = number;
    unit.game_points.denominator = 2;
    unit.card_points.denominator = 2;
    for (const auto& [first, second] : results) {
      unit.scores.push_back(static_cast<char>(3 * first + second));
      unit.game_points.Add(2 * (first - 1), 2 * (second - 1));
      unit.card_points.Add(0, 0);
    }
    return unit;
  }

  LeagueReport Make(const std::vector<UnitResult>& units) {
    if (!units.empty()) config_.set_items(units[0].scores.size());
    auto store = LeagueStore::Create(folder_.path("league"), config_);
    EXPECT_TRUE(store.ok()) << store.status();
    EXPECT_TRUE((*store)->Save(units).ok());
    auto report = MakeReport(**store);
    EXPECT_TRUE(report.ok()) << report.status();
    return *report;
  }

  testing_support::TemporaryFolder folder_;
  v1::LeagueConfig config_;
};

TEST_F(ReportTest, CellsCountPairsNotHands) {
  const LeagueReport report = Make({Unit(0, {{2, 2}, {2, 0}, {1, 1}, {0, 1}})});
  const PairingReport& pairing = report.rulesets[0].pairings[0];
  EXPECT_EQ(pairing.cells->counts,
            (std::array<std::int64_t, 5>{0, 1, 2, 0, 1}));
  EXPECT_EQ(pairing.cells->wl, 1);
  EXPECT_EQ(pairing.cells->dd, 1);
  EXPECT_EQ(pairing.score.pairs, 4);
  EXPECT_DOUBLE_EQ(*pairing.elo.score, 9.0 / 16);
  // Game points +1 for a win, -1 for a loss: 2 + 0 + 0 - 1 over 8 hands.
  EXPECT_DOUBLE_EQ(*pairing.game_points.mean, 1.0 / 8);
}

TEST_F(ReportTest, AllPairingsShareTheirDeals) {
  const std::vector<std::array<int, 2>> mixed = {
      {2, 1}, {0, 1}, {2, 2}, {0, 0}};
  const LeagueReport report =
      Make({Unit(0, mixed), Unit(1, mixed), Unit(2, mixed)});
  EXPECT_EQ(report.rulesets[0].items, 4);
  ASSERT_EQ(report.rulesets[0].sums.crosses.size(), 3U);
  EXPECT_EQ(report.rulesets[0].sums.crosses[0].deals, 4);
}

TEST_F(ReportTest, NothingPlayedIsAReportWithoutNumbers) {
  const LeagueReport report = Make({});
  const auto json = nlohmann::json::parse(RenderJson(report));
  const auto& pairing = json["rulesets"][0]["pairings"][0];
  EXPECT_TRUE(pairing["elo"].is_null());
  EXPECT_EQ(pairing["pairs"], 0);
  const std::string text = RenderText(report) + RenderCsv(report);
  EXPECT_EQ(text.find("nan"), std::string::npos) << text;
  EXPECT_NE(text.find("Not finished"), std::string::npos) << text;
}

TEST_F(ReportTest, ASweepIsABoundNotANumber) {
  const std::vector<std::array<int, 2>> sweep(4, {2, 2});
  const LeagueReport report = Make({Unit(0, sweep)});
  const std::string text = RenderText(report);
  EXPECT_EQ(text.find("nan"), std::string::npos) << text;
  EXPECT_NE(text.find("inf"), std::string::npos) << text;
}

TEST_F(ReportTest, EveryFormNamesBotsAndRuleset) {
  const LeagueReport report = Make({Unit(0, {{2, 0}, {1, 1}})});
  for (const std::string& text :
       {RenderText(report), RenderJson(report), RenderCsv(report)}) {
    for (const char* word : {"a", "b", "c", "some-rules"}) {
      EXPECT_NE(text.find(word), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace couillon::arena
