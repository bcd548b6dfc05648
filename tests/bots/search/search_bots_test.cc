// The bots that search: pimc and expert.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "bots/cpp/bundled/bundled.h"
#include "bots/cpp/heuristic.h"
#include "bots/cpp/random.h"
#include "bots/cpp/search/deal_sampler.h"
#include "bots/cpp/search/tracked_position.h"
#include "bots/cpp/strategy.h"
#include "engine/cards/action.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/play/slate.h"
#include "engine/rules/compiled_rules.h"
#include "engine/solve/payoff.h"
#include "engine/solve/solver.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/random_deal.h"

namespace couillon::bots {
namespace {

const DealSource& SearchDeals() {
  static const DealSource kSource("search bots");
  return kSource;
}

// Positions with at least two legal actions, of deals in which every fourth
// action is drawn at random and "heuristic" takes the others.
std::vector<Position> Decisions(const CompiledRules& rules,
                                std::uint64_t deals) {
  std::vector<Position> decisions;
  for (std::uint64_t deal = 0; deal < deals; ++deal) {
    tests::RandomDraws draws(SearchDeals(), deal);
    Position position = tests::DealAt(rules, SearchDeals(), deal);
    for (int ply = 0; !position.done(); ++ply) {
      const ActionSet legal = position.LegalActions();
      if (legal.size() > 1) decisions.push_back(position);
      position.Apply(ply % 4 == 3
                         ? draws.Of(legal)
                         : Heuristic().Decide(rules, position.Observe()));
    }
  }
  return decisions;
}

// What the decider sees, with a seed of its own and the match under way.
Observation Seen(const Position& position, std::uint64_t seed) {
  Observation seen = position.Observe();
  seen.random_seed = seed;
  seen.standing = Slate(position.rules().ruleset).Standing();
  if (seed % 2 == 0) --seen.standing.lines_left[seed % 4 / 2];
  return seen;
}

TEST(SearchBotsTest, AMessageHoldsFewerDecisionsTheMoreSamplesTheyTake) {
  EXPECT_EQ((*MakeStrategy("heuristic"))->most_in_a_batch(), 0U);
  EXPECT_EQ((*MakeStrategy("pimc:samples=32"))->most_in_a_batch(), 250U);
  EXPECT_EQ((*MakeStrategy("expert:samples=1000"))->most_in_a_batch(), 8U);
  EXPECT_EQ((*MakeStrategy("expert:samples=100000"))->most_in_a_batch(), 1U);
}

class SearchBotsByRulesetTest : public testing::TestWithParam<std::string> {};

TEST_P(SearchBotsByRulesetTest, EveryActionIsLegal) {
  for (const std::string& spec : tests::SpecsOf(GetParam())) {
    const CompiledRules rules = tests::Rules(spec);
    for (const char* name :
         {"pimc:samples=2,cards=4", "expert:samples=2,cards=4"}) {
      const auto bot = *MakeStrategy(name);
      std::uint64_t seed = 0;
      for (const Position& position : Decisions(rules, 2)) {
        const Observation seen = Seen(position, ++seed);
        ASSERT_TRUE(seen.legal.Has(bot->Decide(rules, seen)))
            << name << " " << spec;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, SearchBotsByRulesetTest,
                         testing::ValuesIn(wire::RulesetIds()),
                         [](const auto& param) {
                           return tests::TestName(param.param);
                         });

class EverySearchBot : public testing::TestWithParam<std::string> {
 protected:
  // Questions of several rulesets, mixed.
  EverySearchBot() {
    for (const char* id : {"basic-gerver", "mit-malmedy", "troeven-2-layout"}) {
      rules_.push_back(std::make_unique<CompiledRules>(tests::Rules(id)));
      std::uint64_t seed = 0;
      for (const Position& position : Decisions(*rules_.back(), 3)) {
        questions_.push_back({rules_.back().get(), Seen(position, ++seed)});
      }
    }
  }

  struct Question {
    const CompiledRules* rules;
    Observation seen;
  };
  [[nodiscard]] static std::unique_ptr<Strategy> Bot() {
    return *MakeStrategy(GetParam());
  }
  [[nodiscard]] std::vector<Action> FirstAnswers() const {
    std::vector<Action> answers;
    answers.reserve(questions_.size());
    for (const Question& question : questions_) {
      answers.push_back(Bot()->Decide(*question.rules, question.seen));
    }
    return answers;
  }

  std::vector<std::unique_ptr<CompiledRules>> rules_;
  std::vector<Question> questions_;
};

TEST_P(EverySearchBot, AnswersDoNotDependOnEarlierQuestions) {
  const std::vector<Action> answers = FirstAnswers();
  const auto bot = Bot();
  for (int round = 0; round < 2; ++round) {
    for (std::size_t i = questions_.size(); i-- > 0;) {
      EXPECT_EQ(bot->Decide(*questions_[i].rules, questions_[i].seen),
                answers[i]);
    }
  }
}

TEST_P(EverySearchBot, AnswersAreTheSameInSeveralThreads) {
  const std::vector<Action> answers = FirstAnswers();
  const auto bot = Bot();
  std::array<int, 3> same{};
  std::vector<std::thread> threads;
  threads.reserve(same.size());
  for (std::size_t thread = 0; thread < same.size(); ++thread) {
    threads.emplace_back([this, thread, &bot, &answers, &same] {
      for (std::size_t i = 0; i < questions_.size(); ++i) {
        const std::size_t at = (i * (thread + 1) + thread) % questions_.size();
        const Question& question = questions_[at];
        if (bot->Decide(*question.rules, question.seen) == answers[at]) {
          ++same[thread];
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int one : same) {
    EXPECT_EQ(static_cast<std::size_t>(one), questions_.size());
  }
}

// A bot outlives the rules of a stream, and the next ones may lie in the same
// place.
TEST_P(EverySearchBot, OtherRulesInTheSamePlaceAreOthers) {
  const auto bot = Bot();
  std::optional<CompiledRules> rules;
  for (const char* id : {"basic-gerver", "kwajongen", "basic-gerver"}) {
    rules.emplace(tests::Rules(id));
    for (const Position& position : Decisions(*rules, 2)) {
      const Observation seen = Seen(position, 1);
      EXPECT_EQ(bot->Decide(*rules, seen), Bot()->Decide(*rules, seen)) << id;
    }
  }
}

TEST_P(EverySearchBot, HiddenCardsDoNotChangeAnAnswer) {
  const CompiledRules rules = tests::Rules("six-24");
  const auto bot = Bot();
  Random random(7);
  for (const Position& position : Decisions(rules, 3)) {
    const Observation seen = Seen(position, 1);
    const std::optional<Position> other = DealSampler(rules, seen).Draw(random);
    ASSERT_TRUE(other.has_value());
    EXPECT_EQ(bot->Decide(rules, Seen(*other, 1)), bot->Decide(rules, seen));
  }
}

// With two players and an empty stock, each sees all cards.
TEST_P(EverySearchBot, PlaysAnEndingThatItSeesAsWellAsPossible) {
  const CompiledRules rules = tests::Rules("troeven-2-stock");
  const auto bot = Bot();
  Solver solver(rules);
  int decisions = 0;
  for (const Position& position : Decisions(rules, 40)) {
    if (position.stock_left() > 0 || CardsLeft(position) > 8) continue;
    const GamePoints payoff(rules.ruleset);
    const Observation seen = position.Observe();
    const Action action = bot->Decide(rules, seen);
    std::int32_t best = INT32_MIN;
    std::int32_t taken = INT32_MIN;
    const Side side = rules.SideOf(seen.seat);
    for (const ActionValue& value : solver.WorthByAction(position, payoff)) {
      best = std::max(best, value.values[side]);
      if (value.action == action) taken = value.values[side];
    }
    EXPECT_EQ(taken, best);
    ++decisions;
  }
  EXPECT_GT(decisions, 50);
}

TEST_P(EverySearchBot, FindsTheCardThatWinsInEveryDeal) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  const auto bot = Bot();
  Solver solver(rules);
  const GamePoints payoff(rules.ruleset);
  Random random(7);
  int found = 0;
  for (const Position& position : Decisions(rules, 150)) {
    if (position.phase() != Phase::kPlay || CardsLeft(position) > 8) continue;
    const Observation seen = position.Observe();
    const Side side = rules.SideOf(seen.seat);
    const DealSampler sampler(rules, seen);
    constexpr int kDeals = 100;
    std::array<int, kActions> wins{};
    for (int deal = 0; deal < kDeals; ++deal) {
      for (const ActionValue& value :
           solver.WorthByAction(*sampler.Draw(random), payoff)) {
        const auto at = static_cast<std::size_t>(value.action.number());
        wins[at] += value.values[side] > 0 ? 1 : 0;
      }
    }
    const auto most = *std::max_element(wins.begin(), wins.end());
    const auto all = std::count(wins.begin(), wins.end(), kDeals);
    if (most < kDeals || all == seen.legal.size()) continue;
    const Action action = bot->Decide(rules, seen);
    EXPECT_GT(wins[static_cast<std::size_t>(action.number())],
              kDeals * 95 / 100);
    ++found;
  }
  EXPECT_GT(found, 5);
}

INSTANTIATE_TEST_SUITE_P(All, EverySearchBot,
                         testing::Values("pimc:samples=16",
                                         "expert:samples=60"),
                         [](const auto& param) {
                           return param.param.substr(0, param.param.find(':'));
                         });

}  // namespace
}  // namespace couillon::bots
