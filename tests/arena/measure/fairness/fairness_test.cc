#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/measure/fairness/card_control.h"
#include "arena/measure/fairness/fairness_report.h"
#include "arena/measure/fairness/fairness_run.h"
#include "arena/measure/fairness/fairness_sums.h"
#include "arena/measure/fairness/figures.h"
#include "arena/measure/fairness/solved_deals.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/pairs/seating_sums.h"
#include "arena/numbers/stats/sample/bootstrap.h"
#include "arena/table/bot_index.h"
#include "arena/table/race/even_race.h"
#include "arena/table/race/match_race.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "engine/solve/payoff.h"
#include "engine/solve/solver.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/bundled_links.h"
#include "tests/support/deal_race.h"

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
    run.options = {.deals = deals_,
                   .pairing_deals = deals_ / 2,
                   .matches = deals_ / 15,
                   .playouts = playouts_,
                   .solving = solving_,
                   .seed = "fair",
                   .workers = workers};
    for (const auto& rules : rules_) run.rules.push_back(rules.get());
    run.bots = bots_;
    run.compare = compare;
    run.make_links = [&run](int) {
      return testing_support::BundledLinks(run.bots, run.rules);
    };
    const std::atomic<bool> stop = false;
    absl::StatusOr<FairnessSums> sums = RunFairness(run, stop);
    EXPECT_TRUE(sums.ok()) << sums.status();
    const FairnessReport report = MakeFairnessReport(run, *sums);
    sums_ = *sums;
    text_ = FairnessText(report);
    csv_ = FairnessCsv(report);
    return json::parse(FairnessJson(report));
  }

  std::vector<std::string> bots_ = {"greedy", "heuristic"};
  std::uint64_t deals_ = 600;
  std::uint64_t playouts_ = 0;
  SolvingLimits solving_;  // none
  std::vector<std::unique_ptr<CompiledRules>> rules_;
  FairnessSums sums_;
  std::string text_;
  std::string csv_;
};

TEST_F(FairnessTest, WorkersDoNotChangeAByte) {
  const std::vector<std::string> rulesets = {"basic-gerver", "troeven-3-solo"};
  solving_ = {.deals = 500, .positions = 30'000};
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
        if (name.rfind("makes_trumps.", 0) == 0) {
          takes += figure["value"].get<double>();
        }
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
  EXPECT_NE(text_.find("\nkujong: "), std::string::npos);
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

// The JSON of each figure in `figures`, by its name.
void ExpectOneOrigin(const json& figures) {
  for (const auto& [name, figure] : figures.items()) {
    SCOPED_TRACE(name);
    const json& interval = figure["interval"];
    if (figure["value"].is_null() || interval[0].is_null()) continue;
    const double value = figure["value"];
    EXPECT_LE(interval[0].get<double>(), value);
    EXPECT_GE(interval[1].get<double>(), value);
    if (!figure.contains("verdict")) continue;
    const json& inner = figure["interval90"];
    EXPECT_NEAR((inner[0].get<double>() + inner[1].get<double>()) / 2, value,
                1e-9);
    EXPECT_GE(inner[0].get<double>(), interval[0].get<double>());
    EXPECT_LE(inner[1].get<double>(), interval[1].get<double>());
  }
}

TEST_F(FairnessTest, IntervalsOfAFigureHaveItsOrigin) {
  playouts_ = 2000;
  const json report = Run({"mit-malmedy", "troeven-3-solo"}, 2);
  for (const json& ruleset : report["rulesets"]) {
    SCOPED_TRACE(ruleset["ruleset"]);
    for (const json& mirror : ruleset["mirrors"]) {
      ExpectOneOrigin(mirror["figures"]);
    }
    ExpectOneOrigin(ruleset["playouts"]["figures"]);
    ExpectOneOrigin(ruleset["matches"]["figures"]);
    for (const json& pairing : ruleset["pairings"]) {
      for (const std::string name : {"elo", "nelo"}) {
        const json& interval = pairing[name + "_interval"];
        EXPECT_LE(interval[0], pairing[name]);
        EXPECT_GE(interval[1], pairing[name]);
      }
      const json& points = pairing["game_points"];
      EXPECT_LE(points["interval"][0], points["mean"]);
      EXPECT_GE(points["interval"][1], points["mean"]);
    }
  }
}

TEST_F(FairnessTest, VerdictsAreOverAllRulesetsAndSeats) {
  const json report = Run({"basic-gerver", "kwajongen", "troeven-3-solo"}, 2);
  EXPECT_EQ(report["verdicts"]["hold_for"], "all rulesets together");
  EXPECT_EQ(report["verdicts"]["correction"], "Holm");
  const auto figure = [&report](std::size_t ruleset, const char* name) {
    return report["rulesets"][ruleset]["mirrors"][0]["figures"][name];
  };
  // Two sides' leads, and those of three seats.
  EXPECT_EQ(figure(0, "eldest_game_points")["family_tests"], 5);
  EXPECT_EQ(figure(2, "seat_game_points.1")["family_tests"], 5);
  EXPECT_EQ(figure(0, "eldest_score")["family_tests"], 2);
  const json match =
      report["rulesets"][0]["matches"]["figures"]["first_dealer_score"];
  EXPECT_EQ(match["family_tests"], 2);
  EXPECT_GE(match["p_adjusted"], match["p"]);
  const double p = figure(1, "eldest_score")["p"];
  const double other = figure(0, "eldest_score")["p"];
  EXPECT_NEAR(figure(1, "eldest_score")["p_adjusted"].get<double>(),
              std::min(1.0, p < other ? 2 * p : std::max(p, 2 * other)), 1e-12);
  std::string words = text_;
  std::replace(words.begin(), words.end(), '\n', ' ');
  EXPECT_NE(words.find("verdicts hold for all rulesets together"),
            std::string::npos)
      << text_;
  EXPECT_NE(text_.find("p of fair"), std::string::npos);
  EXPECT_NE(text_.find("p of unfair"), std::string::npos);
  EXPECT_NE(csv_.find(",verdict,p,p_adjusted,p_unfair,p_unfair_adjusted\n"),
            std::string::npos);
}

TEST_F(FairnessTest, TheTextHasTheVerdictOnMatchesFirst) {
  Run({"tongres", "troeven-3-solo"}, 2);
  const std::size_t matches = text_.find("Whole matches of heuristic");
  const std::size_t deals = text_.find("One deal: the lead of eldest's side");
  ASSERT_NE(matches, std::string::npos);
  EXPECT_LT(matches, deals);
  const std::size_t chapter = text_.find("\ntongres: ");
  EXPECT_LT(text_.find("Whole matches", chapter),
            text_.find("Each bot against itself", chapter));
}

TEST_F(FairnessTest, WhatTheRulesFixIsLeftOutOfTheText) {
  const json report = Run({"troeven-3-solo"}, 2);
  const json& figures = report["rulesets"][0]["mirrors"][0]["figures"];
  EXPECT_TRUE(figures["passed_out"]["fixed_by_rules"]);
  EXPECT_TRUE(figures["makes_trumps.1"]["fixed_by_rules"]);
  EXPECT_FALSE(figures["makers_win"]["fixed_by_rules"]);
  EXPECT_EQ(text_.find("passed out"), std::string::npos);
  EXPECT_EQ(text_.find("makes trumps, seat"), std::string::npos);
  EXPECT_NE(text_.find("makers win"), std::string::npos);
}

TEST_F(FairnessTest, LinesOfCsvHaveTheCellsOfTheHeader) {
  playouts_ = 1000;
  solving_ = {.deals = 100, .positions = 1'000'000};
  Run({"basic-gerver", "ardennes"}, 1, /*compare=*/true);
  std::istringstream lines(csv_);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), 13) << line;
  }
}

TEST_F(FairnessTest, SameRulesAreNamedAndTestedOnce) {
  const json report = Run({"basic-gerver", "kujong", "denexa-24", "kujong"}, 2);
  const json& rulesets = report["rulesets"];
  EXPECT_EQ(rulesets[0]["same_rules_as"], nullptr);
  EXPECT_EQ(rulesets[2]["same_rules_as"], nullptr);
  EXPECT_EQ(rulesets[2]["same_deal_rules_as"], "basic-gerver");
  EXPECT_EQ(rulesets[3]["same_rules_as"], "kujong");
  for (const json& ruleset : rulesets) {
    const json& lead = ruleset["mirrors"][1]["figures"]["eldest_game_points"];
    EXPECT_EQ(lead["family_tests"], 2);
    const json& match = ruleset["matches"]["figures"]["first_dealer_score"];
    EXPECT_EQ(match["family_tests"], 3);
  }
  EXPECT_EQ(rulesets[1]["mirrors"], rulesets[3]["mirrors"]);
  EXPECT_NE(text_.find("kujong has the same rules as kujong"),
            std::string::npos);
}

TEST_F(FairnessTest, ThreeSidesHaveNoShareOfLuck) {
  const json report = Run({"troeven-3-solo", "troeven-3-dummy"}, 2);
  const json& solo = report["rulesets"][0]["pairings"][0];
  for (const char* name :
       {"luck_share", "pairing_gain", "tables_to_95_independent"}) {
    EXPECT_EQ(solo[name], nullptr) << name;
    EXPECT_NE(report["rulesets"][1]["pairings"][0][name], nullptr) << name;
  }
  EXPECT_NE(solo["tables_to_95_mirrored"], nullptr);
  EXPECT_NE(csv_.find("troeven-3-solo,pairing,heuristic-greedy,luck_share,,,,"),
            std::string::npos);
}

TEST_F(FairnessTest, SolvedDealsAreThoseThatTheBotsPlay) {
  solving_ = {.deals = 300, .positions = 1'000'000'000};
  const json report = Run({"basic-gerver", "troeven-3-solo"}, 2);
  const json& ruleset = report["rulesets"][0];
  const json& solved = ruleset["solved"];
  EXPECT_EQ(solved["deals"], 300);
  EXPECT_EQ(solved["why_not"], nullptr);
  const CompiledRules& rules = *rules_[0];
  const DealSource source("fair");
  Solver solver(rules);
  const GamePoints game_points(rules.ruleset);
  int lead = 0;
  for (std::uint64_t deal = 0; deal < 300; ++deal) {
    const Position position(rules, source.PackOf(rules.deck, deal),
                            static_cast<Seat>(deal % rules.players));
    lead += solver.Worth(position, game_points)[(deal + 1) % 2];
  }
  EXPECT_DOUBLE_EQ(
      solved["figures"]["eldest_game_points"]["value"].get<double>(),
      lead / 300.0);
  // Good cards win: a slope near 1, and nothing left in mirrored pairs.
  const json& pairing = ruleset["pairings"][0];
  const json& cards = pairing["cards"];
  EXPECT_EQ(cards["deals"], 300);
  EXPECT_GT(cards["r_squared"], 0.1);
  EXPECT_LT(cards["mirrored_r_squared"], 0.05);
  EXPECT_GT(cards["beta"], 0.3);
  EXPECT_LT(cards["beta"], 1.2);
  EXPECT_NEAR(cards["tables_to_95_controlled"].get<double>(),
              pairing["tables_to_95_independent"].get<double>() /
                  cards["control_gain"].get<double>(),
              1e-9);
  int leads = 0;
  for (const SeatingLeads& both : sums_.rulesets[0].ladder[0].leads) {
    leads += both[0] + both[1];
  }
  EXPECT_DOUBLE_EQ(pairing["game_points"]["mean"].get<double>(), leads / 600.0);
  const json& three = report["rulesets"][1];
  EXPECT_EQ(three["solved"]["why_not"], "3 sides");
  EXPECT_EQ(three["pairings"][0]["cards"], nullptr);
  EXPECT_NE(text_.find("Not solved: 3 sides."), std::string::npos);
  EXPECT_NE(text_.find("300 of 300 deals solved, "), std::string::npos)
      << text_;
  EXPECT_NE(csv_.find("basic-gerver,solved,,eldest_game_points,"),
            std::string::npos);
  EXPECT_NE(csv_.find("basic-gerver,cards,heuristic-greedy,r_squared,0."),
            std::string::npos);
  EXPECT_NE(text_.find("How much of a result is in the cards"),
            std::string::npos);
}

TEST_F(FairnessTest, OneSolvedDealHasNoError) {
  solving_ = {.deals = 600, .positions = 1};
  const json report = Run({"basic-gerver"}, 2);
  const json& solved = report["rulesets"][0]["solved"];
  EXPECT_EQ(solved["deals"], 1);
  const json& lead = solved["figures"]["eldest_game_points"];
  EXPECT_EQ(lead["interval"], json::array({nullptr, nullptr}));
  EXPECT_EQ(lead["standard_error"], nullptr);
  EXPECT_NE(text_.find("1 of 600 deals solved, "), std::string::npos);
  EXPECT_NE(text_.find("; the limit of positions was reached; so few "),
            std::string::npos)
      << text_;
}

TEST_F(FairnessTest, AFewDealsGiveNumbersWithinTheirRange) {
  for (deals_ = 1; deals_ <= 4; ++deals_) {
    SCOPED_TRACE(deals_);
    const json report = Run({"basic-gerver"}, 1);
    EXPECT_EQ(text_.find("inf "), std::string::npos) << text_;
    EXPECT_EQ(text_.find("nan"), std::string::npos) << text_;
    for (const json& mirror : report["rulesets"][0]["mirrors"]) {
      for (const auto& [name, figure] : mirror["figures"].items()) {
        const json& lo = figure["interval"][0];
        const json& hi = figure["interval"][1];
        if (!lo.is_null() && !hi.is_null()) {
          EXPECT_LT(lo, hi) << name;
        }
        if (name != "eldest_score" || lo.is_null()) continue;
        EXPECT_GE(lo, 0);
        EXPECT_LE(hi, 1);
      }
    }
  }
}

TEST_F(FairnessTest, NothingIsSolvedUnlessAsked) {
  const json report = Run({"basic-gerver"}, 1);
  EXPECT_FALSE(report["rulesets"][0].contains("solved"));
  EXPECT_EQ(report["rulesets"][0]["pairings"][0]["cards"], nullptr);
  EXPECT_EQ(text_.find("solved"), std::string::npos);
}

// The report of a pairing whose results in the two seatings are given by
// deal, ten deals per block.
LadderReport LadderOf(const CompiledRules& rules,
                      const std::vector<std::array<int, 2>>& results) {
  FairnessRun run;
  run.rules = {&rules};
  run.bots = {"a", "b"};
  FairnessSums sums;
  RulesetSums& ruleset = sums.rulesets.emplace_back();
  ruleset.mirrors.resize(2);
  for (MirrorSums& mirror : ruleset.mirrors) {
    mirror.figures.resize(DealFigures(rules).size());
  }
  ruleset.matches.figures.resize(MatchFigures(rules).size());
  LadderSums& ladder = ruleset.ladder.emplace_back();
  ladder.stronger = BotIndex(1);
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (i % 10 == 0) ladder.blocks.emplace_back();
    ladder.game_points.Add(results[i][0], results[i][1]);
    ladder.blocks.back().Add(results[i][0], results[i][1]);
  }
  return MakeFairnessReport(run, sums).rulesets[0].ladder[0];
}

// Results of which the cards explain nearly all, nearly nothing, or which are
// the same for both seatings, as if a bot had bought the cards.
std::vector<std::array<int, 2>> Results(int cards, int sign) {
  stats::SplitMix64 random(3);
  std::vector<std::array<int, 2>> results;
  for (int i = 0; i < 400; ++i) {
    const auto draw = [&random] {
      return static_cast<int>(random.NextBelow(5)) - 2;
    };
    const int luck = cards * draw();
    const int first = luck + draw();
    results.push_back({first, sign * luck + draw()});
  }
  return results;
}

TEST(LuckShareTest, IntervalIsTheCorrectedOneOverBlocks) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  const std::vector<std::array<int, 2>> results = Results(3, -1);
  const LadderReport report = LadderOf(rules, results);
  ASSERT_TRUE(report.luck_share.has_value());
  EXPECT_NEAR(*report.luck_share, 0.9, 0.03);
  std::vector<stats::SeatingSums> blocks(40);
  for (std::size_t i = 0; i < results.size(); ++i) {
    blocks[i / 10].Add(results[i][0], results[i][1]);
  }
  const auto bootstrap =
      stats::Bootstrap(blocks.size(),
                       [&blocks](std::span<const std::size_t> sample) {
                         stats::SeatingSums sums;
                         for (const std::size_t block : sample) {
                           EXPECT_TRUE(sums.Merge(blocks[block]));
                         }
                         return *stats::LuckShare(sums);
                       },
                       {.resamples = 2000, .level = 0.95, .seed = 1});
  ASSERT_TRUE(bootstrap.has_value());
  EXPECT_EQ(report.luck_interval, bootstrap->bca);
  EXPECT_NE(report.luck_interval, bootstrap->percentile);
}

TEST(LuckShareTest, ThereIsNoneIfSeatingsAgreeBeyondNoise) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  EXPECT_FALSE(LadderOf(rules, Results(3, 1)).luck_share.has_value());
  // Without luck of the cards the share is 0, and its estimate near it.
  const LadderReport none = LadderOf(rules, Results(0, 1));
  ASSERT_TRUE(none.luck_share.has_value());
  EXPECT_LT(none.luck_interval.lo, 0);
  EXPECT_GT(none.luck_interval.hi, 0);
}

TEST(LuckShareTest, ThereIsNoneIfResultsDoNotVary) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  const LadderReport report =
      LadderOf(rules, std::vector<std::array<int, 2>>(400, {1, 1}));
  EXPECT_FALSE(report.luck_share.has_value());
  EXPECT_EQ(report.luck_interval, stats::Interval{});
}

TEST_F(FairnessTest, MatchesBetweenEqualsAreThoseOfTheDealsPlayed) {
  const json report = Run({"kwajongen", "troeven-3-solo"}, 1);
  const CompiledRules& rules = *rules_[0];
  const EvenRace even(MatchRace(rules),
                      sums_.rulesets[0].matches.deals.Frequencies());
  const json& matches = report["rulesets"][0]["matches"];
  EXPECT_NEAR(matches["deals_between_equals"].get<double>(), even.deals(),
              1e-12);
  // The bot is its own equal; 40 matches of standard deviation about 6.
  EXPECT_NEAR(matches["figures"]["match_deals"]["value"].get<double>(),
              even.deals(), 5);
  ASSERT_GT(matches["races"].size(), 0U);
  bool plain = true;
  for (const json& race : matches["races"]) {
    const int left = race["lines_left"];
    const int other = race["opponent_lines_left"];
    const double equals = race["win_rate_of_equals"];
    EXPECT_NEAR(equals, *even.WinRate(left, other), 1e-12);
    plain = plain && std::abs(equals - stats::RaceWinProbability(
                                           0.5, left, other)) < 0.005;
  }
  EXPECT_FALSE(plain) << "stakes are left out";
  EXPECT_NE(text_.find("deals per match of equals"), std::string::npos);
  const json& three = report["rulesets"][1]["matches"];
  EXPECT_EQ(three["deals_between_equals"], nullptr);
  EXPECT_EQ(three["races"].size(), 0U);
}

}  // namespace
}  // namespace couillon::arena
