// Values of actions with planned decisions, against plans made for all deals
// that look alike by the plain bot and observations.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "bots/cpp/heuristic.h"
#include "bots/cpp/random.h"
#include "bots/cpp/search/deal_sampler.h"
#include "bots/cpp/search/sampled_choice.h"
#include "engine/deal/deal_source.h"
#include "engine/play/deal_result.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"
#include "engine/solve/solver.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/random_deal.h"

namespace couillon::bots {
namespace {

const DealSource& ValuerDeals() {
  static const DealSource kSource("action valuer");
  return kSource;
}

constexpr int kAlikeDeals = 4;  // different deals that look alike
constexpr int kCopies = 30;     // of each, so that none weighs much

// Results are worth numbers without any order, so that two plans are equally
// good only if they lead to the same results.
class AnyOrder final : public Payoff {
 public:
  [[nodiscard]] SideValues Of(const DealResult& result) const override {
    SideValues values{};
    std::uint32_t worth = 1;
    for (std::size_t side = 0; side < values.size(); ++side) {
      worth = (worth + result.card_points[side]) * 0x9e3779b1U;
      worth ^= worth >> 15U;
      values[side] = static_cast<std::int32_t>(worth % 100'000);
    }
    return values;
  }
};

std::int32_t ValueFor(Side side, const Position& done, const Payoff& payoff) {
  const SideValues values = payoff.Of(done.Result());
  return done.rules().sides == 2 ? values[side] - values[side ^ 1U]
                                 : values[side];
}

bool LooksAlike(const Position& a, const Position& b) {
  return a.Observe() == b.Observe();
}

// One plan for all deals that look alike, found by trying everything.
class PlainPlanner {
 public:
  PlainPlanner(const Payoff& payoff, Seat decider)
      : payoff_(payoff), decider_(decider) {}

  [[nodiscard]] std::vector<std::int32_t> ValuesFrom(
      std::vector<Position> deals, int plans) const {
    std::vector<std::int32_t> values(deals.size());
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < deals.size(); ++i) {
      PlayOn(deals[i], plans > 0);
      if (!deals[i].done()) {
        open.push_back(i);
        continue;
      }
      values[i] =
          ValueFor(deals[i].rules().SideOf(decider_), deals[i], payoff_);
    }
    while (!open.empty()) {
      std::vector<std::size_t> alike;
      std::vector<std::size_t> others;
      for (const std::size_t i : open) {
        (LooksAlike(deals[i], deals[open[0]]) ? alike : others).push_back(i);
      }
      AddBest(deals, alike, plans, values);
      open = others;
    }
    return values;
  }

  // Whether two plans were so close that leaving out one deal of kCopies alike
  // may choose the other.
  [[nodiscard]] bool is_close() const { return is_close_; }

 private:
  void PlayOn(Position& deal, bool to_choice) const {
    while (!deal.done()) {
      if (to_choice && deal.decider() == decider_ &&
          deal.LegalActions().size() > 1) {
        return;
      }
      deal.Apply(Heuristic().Decide(deal.rules(), deal.Observe()));
    }
  }

  void AddBest(const std::vector<Position>& deals,
               const std::vector<std::size_t>& alike, int plans,
               std::vector<std::int32_t>& values) const {
    std::vector<std::vector<std::int32_t>> by_action;
    for (const Action action : deals[alike[0]].LegalActions()) {
      std::vector<Position> next;
      for (const std::size_t i : alike) {
        next.push_back(deals[i]);
        next.back().Apply(action);
      }
      by_action.push_back(ValuesFrom(next, plans - 1));
    }
    const auto& best = *std::max_element(
        by_action.begin(), by_action.end(),
        [](const auto& a, const auto& b) { return Sum(a) < Sum(b); });
    for (std::size_t i = 0; i < alike.size(); ++i) {
      values[alike[i]] = best[i];
      for (const auto& other : by_action) {
        is_close_ |= other[i] != best[i] &&
                     kCopies * (Sum(best) - Sum(other)) <= best[i] - other[i];
      }
    }
  }

  static std::int64_t Sum(const std::vector<std::int32_t>& values) {
    return std::accumulate(values.begin(), values.end(), std::int64_t{0});
  }

  const Payoff& payoff_;
  Seat decider_;
  mutable bool is_close_ = false;
};

// Choices of deals that the seats play at random.
std::vector<Position> Choices(const CompiledRules& rules, std::uint64_t deals) {
  std::vector<Position> choices;
  for (std::uint64_t index = 0; index < deals; ++index) {
    tests::RandomDraws draws(ValuerDeals(), index);
    Position position = tests::DealAt(rules, ValuerDeals(), index);
    while (!position.done()) {
      if (position.LegalActions().size() > 1) choices.push_back(position);
      position.Apply(draws.Of(position.LegalActions()));
    }
  }
  return choices;
}

struct Question {
  std::vector<Position> different;
  std::vector<BelievedDeal> deals;
};

Question Ask(const Position& choice, std::uint64_t seed) {
  const Observation seen = choice.Observe();
  const DealSampler sampler(choice.rules(), seen);
  Random random(seed);
  Question question;
  for (int i = 0; i < kAlikeDeals; ++i) {
    question.different.push_back(*sampler.Draw(random));
  }
  for (int copy = 0; copy < kCopies; ++copy) {
    for (const Position& deal : question.different) {
      question.deals.push_back({.play = TrackedPosition(deal)});
    }
  }
  return question;
}

class PlannedValuesTest : public testing::TestWithParam<std::string> {};

TEST_P(PlannedValuesTest, AreThoseOfOnePlanForAllDealsThatLookAlike) {
  const CompiledRules rules = tests::Rules(GetParam());
  Workspace workspace(rules);
  const AnyOrder payoff;
  std::uint64_t seed = 0;
  int compared = 0;
  for (const Position& choice : Choices(rules, 20)) {
    if (CardsLeft(choice) > 24 || ++seed % 3 != 0) continue;
    const Seat decider = choice.decider();
    const ActionSet legal = choice.LegalActions();
    const Question question = Ask(choice, seed);
    ActionValuer valuer(workspace, payoff, decider,
                        {.cards = 0, .plans = 2, .branches = 100'000});
    const auto values = valuer.ComputeValues(question.deals, legal);
    const PlainPlanner planner(payoff, decider);
    std::size_t column = 0;
    for (const Action action : legal) {
      std::vector<Position> next = question.different;
      for (Position& deal : next) deal.Apply(action);
      const auto expected = planner.ValuesFrom(next, 2);
      if (planner.is_close()) break;
      ++compared;
      for (std::size_t i = 0; i < question.deals.size(); ++i) {
        ASSERT_EQ(values[i * static_cast<std::size_t>(legal.size()) + column],
                  expected[i % kAlikeDeals])
            << "choice " << seed << ", action " << action.number();
      }
      ++column;
    }
  }
  EXPECT_GT(compared, 5);
}

INSTANTIATE_TEST_SUITE_P(All, PlannedValuesTest,
                         testing::ValuesIn(wire::RulesetIds()),
                         [](const auto& param) {
                           return tests::TestName(param.param);
                         });

TEST(ActionValuerTest, BeyondSoManyBranchesNothingIsPlanned) {
  const CompiledRules rules = tests::Rules("kujong");
  Workspace workspace(rules);
  const AnyOrder payoff;
  int differ = 0;
  for (const Position& choice : Choices(rules, 3)) {
    const ActionSet legal = choice.LegalActions();
    const Question question = Ask(choice, 1);
    const auto values_with = [&](const Lookahead& lookahead) {
      return ActionValuer(workspace, payoff, choice.decider(), lookahead)
          .ComputeValues(question.deals, legal);
    };
    const auto none = values_with({.cards = 0, .plans = 0});
    EXPECT_EQ(values_with({.cards = 0, .plans = 3, .branches = 1}), none);
    differ += values_with({.cards = 0, .plans = 3}) == none ? 0 : 1;
  }
  EXPECT_GT(differ, 0);
}

TEST(ActionValuerTest, WithFewCardsLeftDealsAreSolved) {
  Workspace workspace(tests::Rules("force-gerver"));
  const CompiledRules& rules = workspace.rules();
  const GamePoints payoff(rules.ruleset);
  Solver solver(rules);
  for (const Position& choice : Choices(rules, 5)) {
    if (CardsLeft(choice) > 8) continue;
    const Seat decider = choice.decider();
    ActionValuer valuer(workspace, payoff, decider, {.cards = 8, .plans = 2});
    const std::vector<BelievedDeal> deals{{.play = TrackedPosition(choice)}};
    const auto values = valuer.ComputeValues(deals, choice.LegalActions());
    std::size_t column = 0;
    for (const ActionValue& value : solver.WorthByAction(choice, payoff)) {
      EXPECT_EQ(values[column++], value.values[rules.SideOf(decider)]);
    }
  }
}

// A plan made for a deal in which it is tried would know that deal: with as
// many plans as deals, it would be right in each of them.
TEST(ActionValuerTest, APlanIsNotMadeForTheDealInWhichItIsTried) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  Workspace workspace(rules);
  const AnyOrder payoff;
  double planned = 0;
  double habitual = 0;
  double knowing = 0;
  for (const Position& choice : Choices(rules, 60)) {
    if (CardsLeft(choice) <= 8) continue;
    const Observation seen = choice.Observe();
    const DealSampler sampler(rules, seen);
    Random random(1);
    std::vector<BelievedDeal> deals;
    deals.reserve(7);
    for (int i = 0; i < 7; ++i) {
      deals.push_back({.play = TrackedPosition(*sampler.Draw(random))});
    }
    const auto mean = [&](int plans) {
      ActionValuer valuer(workspace, payoff, seen.decider,
                          {.cards = 0, .plans = plans});
      const auto values = valuer.ComputeValues(deals, seen.legal);
      double sum = 0;
      for (const std::int32_t value : values) sum += value;
      return sum / static_cast<double>(values.size());
    };
    planned += mean(1);
    habitual += mean(0);
    for (const BelievedDeal& deal : deals) {
      const std::vector<BelievedDeal> copies(7, deal);
      ActionValuer valuer(workspace, payoff, seen.decider,
                          {.cards = 0, .plans = 1});
      const auto values = valuer.ComputeValues(copies, seen.legal);
      double sum = 0;
      for (const std::int32_t value : values) sum += value;
      knowing += sum / static_cast<double>(values.size()) / 7;
    }
  }
  // Results without order cannot be foreseen from seven deals that differ.
  EXPECT_LT(planned - habitual, 0.5 * (knowing - habitual));
  EXPECT_GT(knowing, habitual);
}

}  // namespace
}  // namespace couillon::bots
