// Ratings over the rounds of an arena: a point is a fit of all results up to
// its round, relative to the zero that most bots share.

#include "arena/report/data/rating_history.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <nlohmann/json.hpp>

#include "arena/league/store/running_sums.h"
#include "arena/numbers/format/document.h"
#include "arena/report/data/league_report.h"
#include "arena/report/json/history_json.h"
#include "arena/report/text/history_text.h"
#include "arena/table/quantity.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

class RatingHistoryTest : public ::testing::Test {
 protected:
  RatingHistoryTest() {
    for (const char* name : {"a", "b", "c"}) config_.add_bots()->set_name(name);
    auto& ruleset = *config_.add_rulesets();
    ruleset.set_spec("some-rules");
    ruleset.mutable_ruleset()->mutable_table()->set_sides(2);
    config_.set_mode(v1::LEAGUE_MODE_DEALS);
    config_.set_items(1000);
    config_.set_block_items(1000);
    sums_ = EmptySums(config_);
  }

  // Deals of pairing k (a-b, a-c, b-c), of which its first bot wins `wins`.
  void Play(std::size_t k, int wins, int losses) {
    PairingSums& pairing = sums_.rulesets[0].pairings[k];
    for (int i = 0; i < wins + losses; ++i) {
      pairing.score.Add(i < wins ? 4 : 0);
      pairing.leads[Quantity::kGamePoints].Add(i < wins ? 2 : -2,
                                               i < wins ? 2 : -2);
    }
  }

  LeagueReport ReportOf(HistoryBuilder builder) {
    LeagueReport report = ReportOfSums(config_, {}, kPoints, sums_);
    report.arena = ArenaSummary{};
    report.history = builder.Finish();
    return report;
  }

  static constexpr stats::ResultScale kPoints = stats::ResultScale::kPoints;
  v1::LeagueConfig config_;
  RunningSums sums_;
};

TEST_F(RatingHistoryTest, APointIsTheStandingsOfAllResultsUpToItsRound) {
  HistoryBuilder every_round(config_, {}, kPoints);
  HistoryBuilder last_only(config_, {}, kPoints);
  for (int round = 1; round <= 4; ++round) {
    for (const std::size_t k : {0U, 1U, 2U}) Play(k, 20 + 5 * round, 30);
    every_round.Add(round, sums_);
    if (round == 4) last_only.Add(round, sums_);
    const stats::LeagueRating rating =
        ReportOfSums(config_, {}, kPoints, sums_).rulesets[0].sheet.rating;
    const RatingHistory so_far = HistoryBuilder(every_round).Finish()[0];
    for (std::size_t bot = 0; bot < 3; ++bot) {
      const std::optional<RatingPoint>& point = so_far.points[bot].back();
      ASSERT_TRUE(point.has_value());
      EXPECT_EQ(point->value, *rating.bots[bot].value);
      EXPECT_EQ(point->interval, rating.bots[bot].interval);
    }
  }
  const RatingHistory all = every_round.Finish()[0];
  const RatingHistory last = last_only.Finish()[0];
  EXPECT_EQ(all.rounds, (std::vector<std::int64_t>{1, 2, 3, 4}));
  EXPECT_NE(all.points[0][0]->value, all.points[0][3]->value);
  EXPECT_EQ(all.points[0][3]->value, last.points[0][0]->value);
}

TEST_F(RatingHistoryTest, WithoutTheAnchorThereIsNoPoint) {
  HistoryBuilder builder(config_, {}, kPoints, {.anchor = 0});
  Play(2, 60, 40);
  builder.Add(1, sums_);
  Play(0, 50, 50);
  builder.Add(2, sums_);
  LeagueReport report = ReportOf(std::move(builder));
  for (const auto& points : report.history[0].points) {
    EXPECT_FALSE(points[0].has_value()) << "b and c have another zero";
    EXPECT_TRUE(points[1].has_value());
  }
  EXPECT_TRUE(HistoryJson(report)[0]["anchor"].is_null());
  report.zero.anchor = 0;
  const auto json = nlohmann::json::parse(HistoryJson(report).dump());
  EXPECT_EQ(json[0]["anchor"], "a");
  EXPECT_EQ(json[0]["unit"], "points");
  EXPECT_EQ(json[0]["entrants"][2]["ratings"].size(), 1U);
  EXPECT_EQ(json[0]["entrants"][2]["ratings"][0]["round"], 2);
}

TEST_F(RatingHistoryTest, PointsAreRelativeToTheMeanOfThoseThatHavePlayed) {
  config_.add_bots()->set_name("d");
  sums_ = EmptySums(config_);  // a-b, a-c, a-d, b-c, b-d, c-d
  HistoryBuilder builder(config_, {}, kPoints);
  Play(3, 60, 40);
  builder.Add(1, sums_);
  Play(2, 70, 30);
  builder.Add(2, sums_);
  Play(0, 55, 45);
  builder.Add(3, sums_);
  const auto points = builder.Finish()[0].points;
  EXPECT_FALSE(points[0][0].has_value()) << "a has not played";
  EXPECT_NEAR(points[1][0]->value + points[2][0]->value, 0, 1e-12);
  for (int bot = 0; bot < 4; ++bot) {
    EXPECT_FALSE(points[bot][1].has_value()) << "two islands, as large";
  }
  double sum = 0;
  for (int bot = 0; bot < 4; ++bot) sum += points[bot][2]->value;
  EXPECT_NEAR(sum, 0, 1e-12);
}

TEST_F(RatingHistoryTest, TheTableHasTheLatestPoints) {
  HistoryBuilder builder(config_, {}, kPoints);
  for (int round = 1; round <= 7; ++round) {
    Play(0, 60, 40);
    builder.Add(round, sums_);
    if (round == 1) {
      EXPECT_TRUE(HistoryParts(ReportOf(builder)).empty()) << "no course yet";
    }
  }
  const std::vector<ReportPart> parts = HistoryParts(ReportOf(builder));
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_EQ(parts[0].rows[0],
            (std::vector<std::string>{"bot", "round 3", "round 4", "round 5",
                                      "round 6", "round 7"}));
  EXPECT_EQ(parts[0].rows[1][5].substr(0, 1), "+");
  EXPECT_EQ(parts[0].rows[2][5].substr(0, 1), "-");
  EXPECT_EQ(parts[0].rows[1][5].substr(1), parts[0].rows[2][5].substr(1));
  EXPECT_EQ(parts[0].rows[3][5], "-") << "c has not played";
}

TEST(HistoryRoundsTest, ManyBotsHaveFewerPoints) {
  EXPECT_EQ(MostPointsOf(1), 20);
  EXPECT_EQ(MostPointsOf(64), 20);
  EXPECT_EQ(MostPointsOf(128), 5);
  EXPECT_EQ(MostPointsOf(100'000), 2);
}

TEST(HistoryRoundsTest, AreAllOrTwentyAtEqualDistances) {
  EXPECT_TRUE(HistoryRounds(0).empty());
  EXPECT_EQ(HistoryRounds(3), (std::vector<std::int64_t>{1, 2, 3}));
  EXPECT_EQ(HistoryRounds(7, 3), (std::vector<std::int64_t>{3, 5, 7}));
  const std::vector<std::int64_t> many = HistoryRounds(1009);
  EXPECT_EQ(many.size(), 20U);
  EXPECT_EQ(many.back(), 1009);
  for (std::size_t i = 1; i < many.size(); ++i) EXPECT_LT(many[i - 1], many[i]);
}

}  // namespace
}  // namespace couillon::arena
