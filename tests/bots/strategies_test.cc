// What holds for every bundled strategy under every ruleset.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bots/cpp/bundled/bundled.h"
#include "bots/cpp/strategy.h"
#include "engine/cards/action.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/play/deal_result.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_catalog.h"
#include "tests/bots/observations.h"

namespace couillon::bots {
namespace {

constexpr const char* kSeed = "tests/bots";

std::vector<std::string> AllSpecs() {
  std::vector<std::string> specs = wire::RulesetIds();
  for (const char* spec :
       {"mit-malmedy+dame-de-make", "mit-malmedy+red-queens",
        "mit-malmedy+mit-open", "mit-malmedy+mit-pre-lead", "cooyah+void-free",
        "fr+head-previous", "force-fr+blind-pick-makes"}) {
    specs.emplace_back(spec);
  }
  return specs;
}

// Plays one deal; `decide` is given what is seen of every decision.
template <typename Decide>
DealResult PlayDeal(const CompiledRules& rules, const DealSource& source,
                    std::uint64_t index, int seating, Decide decide) {
  Position position(rules, source.PackOf(rules.deck, index),
                    static_cast<Seat>(index % rules.players));
  for (int ply = 0; !position.done(); ++ply) {
    Observation seen = position.Observe();
    seen.random_seed =
        source.DecisionSeed(index, position.seat(), ply, seating);
    position.Apply(decide(seen));
  }
  return position.Result();
}

class RulesetTest : public testing::TestWithParam<std::string> {};

// The bundled strategies without search; those that search have tests of their
// own, with fewer deals.
class QuickStrategies {
 public:
  // Checks the actions of all of them; returns that of one.
  Action Check(const CompiledRules& rules, const Observation& seen,
               std::size_t chosen) {
    Action action;
    for (std::size_t i = 0; i < strategies_.size(); ++i) {
      const Action own = strategies_[i]->Decide(rules, seen);
      EXPECT_TRUE(seen.legal.Has(own)) << kNames[i];
      EXPECT_EQ(strategies_[i]->Decide(rules, seen), own);
      if (i == chosen) action = own;
    }
    return seen.legal.Has(action) ? action : seen.legal.Nth(0);
  }
  [[nodiscard]] static std::size_t size() { return kNames.size(); }

 private:
  static constexpr std::array<const char*, 5> kNames = {
      "first-legal", "random", "greedy", "heuristic", "policy"};
  std::array<std::unique_ptr<Strategy>, 5> strategies_ = {
      *MakeStrategy(kNames[0]), *MakeStrategy(kNames[1]),
      *MakeStrategy(kNames[2]), *MakeStrategy(kNames[3]),
      *MakeStrategy(kNames[4])};
};

TEST_P(RulesetTest, EveryActionIsLegalAndFollowsFromTheObservation) {
  const CompiledRules rules = RulesOf(GetParam());
  const DealSource source(kSeed);
  QuickStrategies strategies;
  for (std::uint64_t index = 0; index < 150; ++index) {
    // All seats play alike, and in the last round each seat differently.
    for (std::size_t round = 0; round <= QuickStrategies::size(); ++round) {
      PlayDeal(rules, source, index, 0, [&](const Observation& seen) {
        const bool alike = round < QuickStrategies::size();
        return strategies.Check(rules, seen, alike ? round : seen.seat % 4U);
      });
      if (HasFailure()) return;
    }
  }
}

std::string TestName(const testing::TestParamInfo<std::string>& param) {
  std::string name = param.param;
  for (char& letter : name) {
    if (letter == '-' || letter == '+') letter = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, RulesetTest, testing::ValuesIn(AllSpecs()),
                         TestName);

// Net game points of `first` over mirrored pairs, by side 0 and side 1.
int NetGamePoints(const std::string& ruleset, const std::string& first,
                  const std::string& second, std::uint64_t pairs) {
  const CompiledRules rules = RulesOf(ruleset);
  const DealSource source(kSeed);
  const auto a = *MakeStrategy(first);
  const auto b = *MakeStrategy(second);
  int net = 0;
  for (std::uint64_t index = 0; index < pairs; ++index) {
    for (const Side side : {Side{0}, Side{1}}) {
      const DealResult result =
          PlayDeal(rules, source, index, side, [&](const Observation& seen) {
            const bool ours = rules.SideOf(seen.seat) == side;
            return (ours ? a : b)->Decide(rules, seen);
          });
      const DealScore score = ScoreDeal(rules.ruleset, result, 0);
      const std::size_t other = 1U - side;
      net += score.erase[side] - score.add[side];
      net -= score.erase[other] - score.add[other];
    }
  }
  return net;
}

TEST(StrengthTest, HeuristicBeatsGreedyAndGreedyBeatsRandom) {
  constexpr std::uint64_t kPairs = 2000;
  constexpr int kClearly = 1000;  // a quarter of a game point a deal
  EXPECT_GT(NetGamePoints("basic-gerver", "heuristic", "greedy", kPairs),
            kClearly);
  EXPECT_GT(NetGamePoints("basic-gerver", "greedy", "random", kPairs),
            kClearly);
}

TEST(StrengthTest, AStrategyDrawsAgainstItself) {
  EXPECT_EQ(NetGamePoints("mit-malmedy", "heuristic", "heuristic", 200), 0);
}

TEST(StrategyTest, EveryNameMakesOneAndNoOtherDoes) {
  const std::vector<std::string> expected = {"first-legal", "random", "greedy",
                                             "heuristic",   "policy", "pimc",
                                             "expert"};
  EXPECT_EQ(StrategyNames(), expected);
  for (const std::string& name : StrategyNames()) {
    EXPECT_TRUE(MakeStrategy(name).ok()) << name;
  }
  EXPECT_FALSE(MakeStrategy("clairvoyant").ok());
}

TEST(StrategyTest, RandomTakesEveryActionAsOften) {
  const CompiledRules rules = RulesOf("basic-gerver");
  Observation seen = Playing('H', "", "9D AD 9S AS", "9D AD 9S AS");
  const auto random = *MakeStrategy("random");
  std::array<int, kActions> counts{};
  for (seen.random_seed = 0; seen.random_seed < 8000; ++seen.random_seed) {
    ++counts[static_cast<std::size_t>(random->Decide(rules, seen).number())];
  }
  for (const Action action : seen.legal) {
    EXPECT_NEAR(counts[static_cast<std::size_t>(action.number())], 2000, 200);
  }
}

}  // namespace
}  // namespace couillon::bots
