#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "arena/fairness/fairness_report.h"
#include "arena/fairness/fairness_run.h"
#include "arena/referee/in_process_link.h"
#include "bots/cpp/bundled.h"
#include "bots/cpp/strategy.h"
#include "proto/ruleset_catalog.h"

namespace couillon::arena {
namespace {

using nlohmann::json;

class FairnessTest : public ::testing::Test {
 protected:
  // Runs greedy and heuristic on the rulesets and returns the report as JSON.
  json Run(const std::vector<std::string>& rulesets, int workers,
           bool compare = false) {
    rules_.clear();
    for (const std::string& spec : rulesets) {
      absl::StatusOr<CompiledRules> found = wire::FindRules(spec);
      EXPECT_TRUE(found.ok()) << found.status();
      rules_.push_back(std::make_unique<CompiledRules>(*found));
    }
    FairnessRun run;
    run.options = {.deals = 600,
                   .pairing_deals = 300,
                   .matches = 40,
                   .playouts = playouts_,
                   .seed = "fair",
                   .workers = workers};
    for (const auto& rules : rules_) run.rules.push_back(rules.get());
    run.bots = bots_;
    run.compare = compare;
    run.make_links = [&run](int) {
      BotLinks links;
      for (std::size_t bot = 0; bot < run.bots.size(); ++bot) {
        const std::shared_ptr<bots::Strategy> strategy =
            bots::MakeStrategy(run.bots[bot]);
        links.links.push_back(std::make_unique<InProcessLink>(
            LinkIndex(static_cast<int>(bot)),
            [strategy](const CompiledRules& compiled, const Observation& seen) {
              return strategy->Decide(compiled, seen);
            },
            run.rules));
      }
      return links;
    };
    const std::atomic<bool> stop = false;
    absl::StatusOr<FairnessSums> sums = RunFairness(run, stop);
    EXPECT_TRUE(sums.ok()) << sums.status();
    const FairnessReport report = MakeFairnessReport(run, *sums);
    text_ = FairnessText(report);
    csv_ = FairnessCsv(report);
    html_ = FairnessHtml(report);
    return json::parse(FairnessJson(report));
  }

  std::vector<std::string> bots_ = {"greedy", "heuristic"};
  std::uint64_t playouts_ = 0;
  std::vector<std::unique_ptr<CompiledRules>> rules_;
  std::string text_;
  std::string csv_;
  std::string html_;
};

TEST_F(FairnessTest, WorkersDoNotChangeAByte) {
  const std::vector<std::string> rulesets = {"basic-gerver", "troeven-3-solo"};
  const json one = Run(rulesets, 1);
  const std::string text = text_;
  EXPECT_EQ(one.dump(), Run(rulesets, 4).dump());
  EXPECT_EQ(text, text_);
}

TEST_F(FairnessTest, EveryRulesetHasItsFigures) {
  const json report = Run(wire::RulesetIds(), 2);
  ASSERT_EQ(report["rulesets"].size(), wire::RulesetIds().size());
  for (const json& ruleset : report["rulesets"]) {
    SCOPED_TRACE(ruleset["ruleset"]);
    for (const json& mirror : ruleset["mirrors"]) {
      const json& figures = mirror["figures"];
      EXPECT_EQ(mirror["forfeits"], 0);
      EXPECT_GT(mirror["tables"].get<int>(), 0);
      // The maker of trumps has one of the seats.
      double takes = 0;
      double leads = 0;
      for (const auto& [name, figure] : figures.items()) {
        if (name.rfind("makes_trumps.", 0) == 0)
          takes += figure["value"].get<double>();
        if (name.rfind("seat_game_points.", 0) == 0) {
          leads += figure["value"].get<double>();
        }
      }
      EXPECT_NEAR(takes, figures["trumps_made"]["value"].get<double>(), 1e-9);
      EXPECT_NEAR(leads, 0, 1e-9);  // three solo sides win what others lose
      EXPECT_GE(figures["legal_cards"]["value"].get<double>(), 1);
    }
    EXPECT_GT(ruleset["matches"]["figures"]["match_deals"]["value"], 1.0);
    EXPECT_LE(ruleset["matches"]["median_deals"],
              ruleset["matches"]["p95_deals"]);
  }
  EXPECT_NE(csv_.find("troeven-2-stock,mirror,greedy,eldest_game_points,"),
            std::string::npos);
  EXPECT_NE(html_.find("<h2>kujong: "), std::string::npos);
}

// The bulk kernel draws in another way than the bot, but from the same legal
// actions.
TEST_F(FairnessTest, RandomPlayInBulkIsWhatARandomBotPlays) {
  bots_ = {"random", "greedy"};
  playouts_ = 200'000;
  const json report = Run({"basic-gerver", "mit-malmedy", "troeven-3-solo"}, 2);
  for (const json& ruleset : report["rulesets"]) {
    const json& bulk = ruleset["playouts"];
    EXPECT_EQ(bulk["tables"], playouts_);
    const json& bot = ruleset["mirrors"][0];
    ASSERT_EQ(bot["bot"], "random");
    for (const auto& [name, figure] : bulk["figures"].items()) {
      SCOPED_TRACE(ruleset["ruleset"].get<std::string>() + " " + name);
      const json& played = bot["figures"][name];
      if (figure["value"].is_null() || played["value"].is_null()) continue;
      const double error = std::hypot(figure["standard_error"].get<double>(),
                                      played["standard_error"].get<double>());
      EXPECT_NEAR(figure["value"].get<double>(), played["value"].get<double>(),
                  5 * error + 1e-3);
    }
  }
  EXPECT_NE(text_.find("Random playouts, 200,000 deals"), std::string::npos);
  EXPECT_NE(csv_.find("basic-gerver,playouts,,eldest_game_points,"),
            std::string::npos);
}

// A deterministic bot against itself plays a deal the same way in both
// seatings: results are pure luck, and each deal counts once.
TEST_F(FairnessTest, TheSameTableTwiceIsOneDeal) {
  const json figures =
      Run({"basic-gerver"}, 1)["rulesets"][0]["mirrors"][0]["figures"];
  EXPECT_EQ(figures["eldest_game_points"]["count"], 1200);
  EXPECT_EQ(figures["eldest_game_points"]["deals"], 600);
  const double error = figures["eldest_game_points"]["standard_error"];
  EXPECT_GT(error, 0.03);  // sd of a deal about 1.2, 600 deals
  EXPECT_LT(error, 0.08);
}

TEST_F(FairnessTest, AReadingDoesNotDifferFromItself) {
  const json report = Run({"basic-gerver", "basic-gerver"}, 2, true);
  ASSERT_EQ(report["comparisons"].size(), 2U);
  for (const auto& [name, figure] :
       report["comparisons"][0]["figures"].items()) {
    if (figure["difference"]["value"].is_null()) continue;
    EXPECT_EQ(figure["difference"]["value"], 0.0) << name;
    EXPECT_EQ(figure["difference"]["standard_error"], 0.0) << name;
  }
}

// On the same deals the difference has a far smaller error than the figures.
TEST_F(FairnessTest, TwoReadingsAreComparedDealByDeal) {
  const json report = Run({"mit-malmedy", "mit-malmedy+dame-de-make"}, 2, true);
  const json& figure =
      report["comparisons"][1]["figures"]["eldest_game_points"];
  const double difference = figure["difference"]["standard_error"];
  const double first = figure["first"]["standard_error"];
  const double second = figure["second"]["standard_error"];
  EXPECT_GT(difference, 0);
  EXPECT_LT(difference, std::hypot(first, second));
  EXPECT_NEAR(figure["difference"]["value"].get<double>(),
              figure["second"]["value"].get<double>() -
                  figure["first"]["value"].get<double>(),
              1e-12);
}

}  // namespace
}  // namespace couillon::arena
