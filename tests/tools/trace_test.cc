#include "tools/explain/trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "bots/cpp/random.h"
#include "engine/cards/card.h"
#include "engine/cards/notation.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"
#include "tests/tools/run_command.h"
#include "tools/commands/shared/command.h"

namespace couillon {
namespace {

using Json = nlohmann::ordered_json;
using tests::CommandRun;
using tests::Rules;
using tests::RunCommand;
using tests::SpecsOf;
using tools::TracePolicy;
using tools::TraceWriter;
using Texts = std::vector<std::string>;

constexpr std::uint64_t kDeals = 8;

Texts Keys(const Json& object) {
  Texts keys;
  for (const auto& item : object.items()) keys.push_back(item.key());
  return keys;
}

void ExpectKeys(const Json& line) {
  EXPECT_EQ(Keys(line),
            Texts({"ruleset", "dealer", "pack", "trump", "maker", "exposed",
                   "steps", "result", "score_bonus0", "score_bonus1"}));
  for (const Json& step : line["steps"]) {
    EXPECT_EQ(Keys(step),
              Texts({"phase", "seat", "decider", "legal", "action"}));
  }
  if (line["result"]["abandoned"] == true) {
    EXPECT_EQ(Keys(line["result"]), Texts({"abandoned"}));
    EXPECT_TRUE(line["trump"].is_null());
    EXPECT_TRUE(line["maker"].is_null());
  } else {
    EXPECT_EQ(Keys(line["result"]),
              Texts({"abandoned", "points", "tricks", "maker_side", "mit_side",
                     "kontra", "re"}));
    EXPECT_TRUE(line["trump"].is_string());
  }
  for (const char* score : {"score_bonus0", "score_bonus1"}) {
    EXPECT_EQ(Keys(line[score]),
              Texts({"winner", "tie", "erase", "add", "bonus", "bourgumesse"}));
  }
}

Pack PackOf(const Json& line) {
  Pack pack;
  for (std::size_t i = 0; i < line["pack"].size(); ++i) {
    pack[i] = *ParseCard(line["pack"][i].get<std::string>());
  }
  return pack;
}

// Plays the actions of the line in the engine, comparing every decision.
Position Replay(const CompiledRules& rules, const Json& line) {
  Position position(rules, PackOf(line), line["dealer"].get<Seat>());
  for (const Json& step : line["steps"]) {
    EXPECT_EQ(step["phase"], PhaseName(position.phase()));
    EXPECT_EQ(step["seat"], position.seat());
    EXPECT_EQ(step["decider"], position.decider());
    const auto words = step["legal"].get<Texts>();
    EXPECT_TRUE(std::is_sorted(words.begin(), words.end()));
    ActionSet legal;
    for (const std::string& word : words) {
      legal |= ActionSet::Of(*ParseAction(word));
    }
    EXPECT_EQ(legal, position.LegalActions());
    EXPECT_EQ(words.size(), static_cast<std::size_t>(legal.size()));
    const auto word = step["action"].get<std::string>();
    EXPECT_EQ(std::count(words.begin(), words.end(), word), 1);
    position.Apply(*ParseAction(word));
  }
  EXPECT_TRUE(position.done());
  return position;
}

template <typename Numbers>
Json BySide(const CompiledRules& rules, const Numbers& numbers) {
  return Json(std::vector<int>(numbers.begin(), numbers.begin() + rules.sides));
}

Json OrNull(std::uint8_t number, std::uint8_t nobody) {
  return number == nobody ? Json() : Json(number);
}

void ExpectScore(const CompiledRules& rules, const DealResult& result,
                 std::uint16_t bonus, const Json& said) {
  const DealScore score = ScoreDeal(rules.ruleset, result, bonus);
  EXPECT_EQ(said["winner"], OrNull(score.winner, kNoSide));
  EXPECT_EQ(said["tie"], score.tie);
  EXPECT_EQ(said["erase"], BySide(rules, score.erase));
  EXPECT_EQ(said["add"], BySide(rules, score.add));
  EXPECT_EQ(said["bonus"], score.bonus_after);
  EXPECT_EQ(said["bourgumesse"], score.bourgumesse);
}

void ExpectOutcome(const CompiledRules& rules, const Position& position,
                   const Json& line) {
  const DealResult result = position.Result();
  EXPECT_EQ(line["result"]["abandoned"], result.abandoned);
  Texts exposed;
  for (const Card card : position.Exposed()) {
    exposed.push_back(FormatCard(card));
  }
  EXPECT_EQ(line["exposed"].get<Texts>(), exposed);
  if (!result.abandoned) {
    EXPECT_EQ(line["trump"], std::string(1, FormatSuit(*result.trump)));
    EXPECT_EQ(line["maker"], OrNull(result.maker, kNoSeat));
    EXPECT_EQ(line["result"]["points"], BySide(rules, result.card_points));
    EXPECT_EQ(line["result"]["tricks"], BySide(rules, result.tricks));
    EXPECT_EQ(line["result"]["maker_side"], OrNull(result.maker_side, kNoSide));
    EXPECT_EQ(line["result"]["mit_side"], OrNull(result.mit_side, kNoSide));
    EXPECT_EQ(line["result"]["kontra"], result.kontra);
    EXPECT_EQ(line["result"]["re"], result.re);
  }
  ExpectScore(rules, result, 0, line["score_bonus0"]);
  ExpectScore(rules, result, 1, line["score_bonus1"]);
}

// One ruleset with each of its switches.
class TraceRulesetTest : public testing::TestWithParam<std::string> {};

TEST_P(TraceRulesetTest, LinesReplayInTheEngine) {
  const DealSource deals("trace test");
  for (const std::string& spec : SpecsOf(GetParam())) {
    SCOPED_TRACE(spec);
    const CompiledRules rules = Rules(spec);
    const TraceWriter writer(rules, deals, TracePolicy::kRandom);
    for (std::uint64_t deal = 0; deal < kDeals; ++deal) {
      std::string text;
      writer.AppendDeal(deal, text);
      ASSERT_EQ(text.find('\n'), text.size() - 1);
      const Json line = Json::parse(text);
      EXPECT_EQ(line["ruleset"], spec);
      EXPECT_EQ(line["dealer"], deal % rules.players);
      EXPECT_EQ(line["pack"].size(), rules.pack_size);
      ExpectKeys(line);
      ExpectOutcome(rules, Replay(rules, line), line);
    }
  }
}

TEST_P(TraceRulesetTest, DrawsAreThoseOfARandomBotInTheFirstSeating) {
  const DealSource deals("draws");
  const CompiledRules rules = Rules(GetParam());
  const TraceWriter writer(rules, deals, TracePolicy::kRandom);
  for (std::uint64_t deal = 0; deal < kDeals; ++deal) {
    std::string text;
    writer.AppendDeal(deal, text);
    const Json line = Json::parse(text);
    Position position(rules, deals.PackOf(rules.deck, deal),
                      line["dealer"].get<Seat>());
    int ply = 0;
    for (const Json& step : line["steps"]) {
      const ActionSet legal = position.LegalActions();
      bots::Random random(deals.DecisionSeed(deal, position.seat(), ply++, 0));
      const Action action = legal.Nth(static_cast<int>(
          random.Below(static_cast<std::uint64_t>(legal.size()))));
      ASSERT_EQ(ParseAction(step["action"].get<std::string>()), action);
      position.Apply(action);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AllRulesets, TraceRulesetTest,
                         testing::ValuesIn(wire::RulesetIds()),
                         [](const auto& each) {
                           return tests::TestName(each.param);
                         });

TEST(TraceTest, FirstPolicyTakesTheLowestNumber) {
  const DealSource deals("x");
  const CompiledRules rules = Rules("troeven");
  std::string text;
  TraceWriter(rules, deals, TracePolicy::kFirst).AppendDeal(3, text);
  const Json line = Json::parse(text);
  Position position(rules, PackOf(line), line["dealer"].get<Seat>());
  for (const Json& step : line["steps"]) {
    const Action first = position.LegalActions().Nth(0);
    ASSERT_EQ(ParseAction(step["action"].get<std::string>()), first);
    position.Apply(first);
  }
}

TEST(TraceTest, AbandonedDealIsPinned) {
  const CommandRun run =
      RunCommand(tools::AddTraceCommand,
                 {"trace", "kwajongen", "--seed", "x", "--policy", "first"});
  EXPECT_EQ(run.exit_code, tools::kExitDone);
  const std::string pass =
      R"("decider": SEAT, "legal": ["pass", "take"], "action": "pass"})";
  std::string steps;
  for (const char seat : {'1', '2', '3', '0'}) {
    std::string step = R"({"phase": "trump", "seat": SEAT, )" + pass;
    for (std::size_t at = 0; (at = step.find("SEAT")) != std::string::npos;) {
      step.replace(at, 4, 1, seat);
    }
    steps += (steps.empty() ? "" : ", ") + step;
  }
  const std::string score =
      R"({"winner": null, "tie": false, "erase": [0, 0], "add": [0, 0], )"
      R"("bonus": 1, "bourgumesse": false})";
  EXPECT_EQ(
      run.out,
      R"({"ruleset": "kwajongen", "dealer": 0, "pack": ["TH", "JC", "JD", )"
      R"("AD", "9C", "9S", "KS", "TD", "AH", "KH", "JH", "9H", "AC", "QS", )"
      R"("QH", "TC", "AS", "QD", "JS", "9D", "KD", "TS", "KC", "QC"], )"
      R"("trump": null, "maker": null, "exposed": ["KS"], "steps": [)" +
          steps + R"(], "result": {"abandoned": true}, "score_bonus0": )" +
          score + R"(, "score_bonus1": )" + score + "}\n");
}

TEST(TraceTest, DealsAreTheSameWhereverTheyBegin) {
  const CommandRun all =
      RunCommand(tools::AddTraceCommand,
                 {"trace", "mit-malmedy", "--seed", "x", "--count", "600"});
  const CommandRun last =
      RunCommand(tools::AddTraceCommand, {"trace", "mit-malmedy", "--seed", "x",
                                          "--from", "590", "--count", "10"});
  EXPECT_EQ(std::count(all.out.begin(), all.out.end(), '\n'), 600);
  EXPECT_TRUE(all.out.ends_with(last.out));
  EXPECT_EQ(std::count(last.out.begin(), last.out.end(), '\n'), 10);
}

TEST(TraceTest, RefusesAPolicyThatDoesNotExist) {
  EXPECT_EQ(RunCommand(tools::AddTraceCommand,
                       {"trace", "fr", "--seed", "x", "--policy", "best"})
                .exit_code,
            tools::kExitUsage);
}

}  // namespace
}  // namespace couillon
