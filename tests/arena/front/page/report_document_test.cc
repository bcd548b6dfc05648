// What the JSON of a report says of wins, standings and the course of its
// estimates, in leagues that were played.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "arena/front/page/page_data.h"
#include "couillon/v1/league.pb.h"
#include "tests/arena/front/page/small_league.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using nlohmann::json;
using testing_support::PlayLeague;
using testing_support::SmallLeague;
using testing_support::TemporaryFolder;

constexpr std::int64_t kAll = std::numeric_limits<std::int64_t>::max();
const std::vector<std::string> kBots = {"random", "greedy", "heuristic"};

class ReportDocumentTest : public ::testing::Test {
 protected:
  json Report(const v1::LeagueConfig& config, std::int64_t units = kAll) {
    PlayLeague(directory_, config, units);
    const auto data = ReadPageData(directory_, {.program = {"1.2.3", "abc"}});
    EXPECT_TRUE(data.ok()) << data.status();
    return json::parse(data->report.dump());
  }

  TemporaryFolder folder_;
  std::string directory_ = folder_.path("league");
};

// The sum of a key over a list.
std::int64_t Sum(const json& list, const std::string& key) {
  std::int64_t sum = 0;
  for (const json& item : list) sum += item.at(key).get<std::int64_t>();
  return sum;
}

TEST_F(ReportDocumentTest, WhatOneWinsAnotherLoses) {
  const json report = Report(SmallLeague(kBots, {"fr", "kujong"}));
  const json& bots = report["standings"]["bots"];
  ASSERT_EQ(bots.size(), 3U);
  EXPECT_EQ(Sum(bots, "pair_wins"), Sum(bots, "pair_losses"));
  EXPECT_EQ(Sum(bots, "table_wins"), Sum(bots, "table_losses"));
  EXPECT_NE(Sum(bots, "table_wins"), Sum(bots, "pair_wins"));
  double scores = 0;
  for (const json& bot : bots) {
    EXPECT_EQ(bot["pairs"], 2 * 2 * 64) << "two opponents, two rulesets";
    EXPECT_EQ(Sum(json::array({bot}), "pair_wins") +
                  Sum(json::array({bot}), "pair_draws") +
                  Sum(json::array({bot}), "pair_losses"),
              bot["pairs"]);
    EXPECT_EQ(Sum(json::array({bot}), "table_wins") +
                  Sum(json::array({bot}), "table_draws") +
                  Sum(json::array({bot}), "table_losses"),
              bot["deals"]);
    scores += bot["score"].get<double>();
  }
  EXPECT_NEAR(scores, 1.5, 1e-6);
  // Each pairing over both rulesets.
  ASSERT_EQ(report["pairings"].size(), 3U);
  for (std::size_t k = 0; k < 3; ++k) {
    std::int64_t wins = 0;
    for (const json& table : report["rulesets"]) {
      wins += table["pairings"][k]["pair_wins"].get<std::int64_t>();
    }
    EXPECT_EQ(report["pairings"][k]["pair_wins"], wins);
  }
}

// A score is what wins and draws make of it.
TEST_F(ReportDocumentTest, TablesWonAndDrawnAreTheScore) {
  const json report = Report(SmallLeague(kBots, {"fr"}));
  EXPECT_FALSE(report.contains("pairings"));
  for (const json& pairing : report["rulesets"][0]["pairings"]) {
    const double won = pairing["table_wins"].get<double>() +
                       0.5 * pairing["table_draws"].get<double>();
    EXPECT_EQ(won / (2 * 64), pairing["score"].get<double>());
  }
  for (const json& line : report["rulesets"][0]["ratings"]) {
    for (const json& bot : report["standings"]["bots"]) {
      if (bot["bot"] != line["bot"]) continue;
      EXPECT_EQ(bot["rank"], line["rank"]);
      EXPECT_EQ(bot["rating"], line["points"]);
      EXPECT_EQ(bot["table_wins"], line["results"]["table_wins"]);
    }
  }
}

TEST_F(ReportDocumentTest, SeveralRulesetsHaveRanksOfTheWhole) {
  const json report = Report(SmallLeague(kBots, {"fr", "kujong"}));
  EXPECT_EQ(report["standings"]["unit"], "elo_per_match");
  const json& whole = report["all_rulesets"]["bots"];
  const json& bots = report["standings"]["bots"];
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(bots[i]["bot"], whole[i]["bot"]);
    EXPECT_EQ(bots[i]["rank"], whole[i]["rank"]);
    EXPECT_EQ(bots[i]["rating"], whole[i]["elo"]);
    EXPECT_LE(bots[i]["rank"]["best"].get<std::size_t>(), i + 1);
    EXPECT_GE(bots[i]["rank"]["worst"].get<std::size_t>(), i + 1);
  }
  EXPECT_EQ(bots[0]["bot"], "heuristic");
  EXPECT_EQ(bots[0]["rank"]["worst"], 1) << "far ahead after 64 deals each";
}

// The course of an estimate ends at the estimate.
TEST_F(ReportDocumentTest, ConvergenceEndsAtTheEstimateOfThePairing) {
  const json report = Report(SmallLeague(kBots, {"fr", "kujong"}), 20);
  ASSERT_EQ(report["convergence"].size(), 6U);
  for (const json& series : report["convergence"]) {
    const json& steps = series["steps"];
    for (std::size_t i = 1; i < steps.size(); ++i) {
      EXPECT_GT(steps[i]["pairs"], steps[i - 1]["pairs"]);
    }
    for (const json& table : report["rulesets"]) {
      for (const json& pairing : table["pairings"]) {
        if (table["ruleset"] != series["ruleset"] ||
            pairing["first"] != series["first"] ||
            pairing["second"] != series["second"]) {
          continue;
        }
        EXPECT_EQ(steps.back()["pairs"], pairing["pairs"]);
        EXPECT_EQ(steps.back()["mean"], pairing["points"]);
        EXPECT_EQ(steps.back()["lo"], pairing["anytime_points_interval"][0]);
      }
    }
  }
}

TEST_F(ReportDocumentTest, ALeagueOfManyPairingsHasNoConvergence) {
  v1::LeagueConfig config =
      SmallLeague({"random", "greedy", "heuristic", "first-legal"},
                  {"fr", "kujong", "basic-gerver", "kwajongen", "mit-malmedy"});
  config.set_items(8);
  EXPECT_TRUE(Report(config)["convergence"].empty()) << "30 of at most 24";
}

TEST_F(ReportDocumentTest, TheHistoryOfATestEndsAtItsLastLook) {
  v1::LeagueConfig config = SmallLeague({"random", "greedy"}, {"fr"});
  config.set_items(2000);
  config.mutable_sprt()->set_elo1(60);
  config.mutable_sprt()->set_alpha(0.05);
  config.mutable_sprt()->set_beta(0.05);
  config.mutable_sprt()->set_scale(v1::RESULT_SCALE_POINTS);
  const json report = Report(config);
  const json& looks = report["sprt"]["history"];
  ASSERT_FALSE(looks.empty());
  EXPECT_LE(looks.size(), 200U);
  EXPECT_EQ(looks.back()["pairs"], report["sprt"]["pairs"]);
  EXPECT_EQ(looks.back()["llr"], report["sprt"]["llr"]);
  for (std::size_t i = 1; i < looks.size(); ++i) {
    EXPECT_GT(looks[i]["pairs"], looks[i - 1]["pairs"]);
  }
}

TEST_F(ReportDocumentTest, AnUnplayedLeagueHasBotsWithoutNumbers) {
  const json report = Report(SmallLeague(kBots, {"fr", "kujong"}), 0);
  ASSERT_EQ(report["standings"]["bots"].size(), 3U);
  for (const json& bot : report["standings"]["bots"]) {
    EXPECT_EQ(bot["pairs"], 0);
    EXPECT_TRUE(bot["rating"].is_null());
    EXPECT_TRUE(bot["score"].is_null());
    EXPECT_TRUE(bot["table_wins"].is_null());
  }
  EXPECT_EQ(report["program"]["version"], "1.2.3");
  EXPECT_EQ(report["program"]["protocol"], "couillon.v1");
  EXPECT_EQ(report["league"]["rulesets"][0]["seats"], 4);
}

}  // namespace
}  // namespace couillon::arena
