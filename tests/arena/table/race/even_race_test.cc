// Matches between equal sides, held against matches of random draws under every
// ruleset and switch.
#include "arena/table/race/even_race.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "arena/numbers/stats/law/splitmix.h"
#include "arena/table/table.h"
#include "engine/bulk/playout.h"
#include "engine/bulk/results.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/play/observation.h"
#include "engine/play/slate.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/deal_race.h"

namespace couillon::arena {
namespace {

using tests::Rules;
using tests::SpecsOf;
using tests::TestName;

std::vector<DealResult> ResultsOfRandomDeals(const CompiledRules& rules,
                                             int deals) {
  BulkResults results(static_cast<std::size_t>(deals));
  BulkPlayout(rules, DealSource("even race"), 1).Play(0, results);
  std::vector<DealResult> list;
  for (std::size_t at = 0; at < results.size(); ++at) {
    list.push_back(results.Of(rules, at));
  }
  return list;
}

std::vector<double> ComputeFrequencies(const CompiledRules& rules,
                                       const std::vector<DealResult>& results) {
  const DealKinds kinds(rules.ruleset);
  EvenDeals deals(kinds);
  for (const DealResult& result : results) deals.Add(kinds, result);
  return deals.Frequencies();
}

// What matches of random draws showed, by lines left and those of the opponent.
struct Shown {
  std::int64_t deals = 0;
  double squared_deals = 0;
  std::map<std::pair<int, int>, std::pair<int, int>> seen_and_won;
};

// Plays matches on slates. The result of each deal is that of one of `results`,
// with the sides as they were or exchanged.
Shown PlayMatches(const CompiledRules& rules,
                  const std::vector<DealResult>& results, int matches) {
  const DealKinds kinds(rules.ruleset);
  stats::SplitMix64 random(7);
  Shown shown;
  for (int match = 0; match < matches; ++match) {
    Slate slate(rules.ruleset);
    std::vector<std::pair<int, int>> standings;  // of the two sides
    while (!slate.ended()) {
      const MatchStanding before = slate.Standing();
      standings.emplace_back(before.lines_left[0], before.lines_left[1]);
      const int kind = kinds.KindOf(results[random.NextBelow(results.size())],
                                    static_cast<Side>(random.NextBelow(2)));
      slate.Apply(kinds.ScoreOf(kind, slate.pending_carry()));
    }
    const auto deals = static_cast<double>(standings.size());
    shown.deals += static_cast<std::int64_t>(standings.size());
    shown.squared_deals += deals * deals;
    const Side winner = WinnerOfMatch(rules.ruleset, slate);
    if (winner == kNoSide) continue;
    for (const auto& [first, second] : standings) {
      auto& ours = shown.seen_and_won[{first, second}];
      ++ours.first;
      if (winner == 0) ++ours.second;
      auto& theirs = shown.seen_and_won[{second, first}];
      ++theirs.first;
      if (winner == 1) ++theirs.second;
    }
  }
  return shown;
}

class EvenRaceTest : public testing::TestWithParam<std::string> {};

TEST_P(EvenRaceTest, LengthAndWinRatesAreThoseOfPlayedMatches) {
  constexpr int kMatches = 4000;
  for (const std::string& spec : SpecsOf(GetParam())) {
    SCOPED_TRACE(spec);
    const CompiledRules rules = Rules(spec);
    if (rules.sides != 2) continue;
    const std::vector<DealResult> results = ResultsOfRandomDeals(rules, 300);
    const EvenRace even(MatchRace(rules), ComputeFrequencies(rules, results));
    const Shown shown = PlayMatches(rules, results, kMatches);
    const double mean = static_cast<double>(shown.deals) / kMatches;
    const double variance = shown.squared_deals / kMatches - mean * mean;
    EXPECT_NEAR(even.deals(), mean, 5 * std::sqrt(variance / kMatches) + 1e-9);
    int compared = 0;
    for (const auto& [lines, count] : shown.seen_and_won) {
      const auto [left, other] = lines;
      const auto [seen, won] = count;
      if (std::min(left, other) < 1 || seen < 400) continue;
      if (std::max(left, other) > EvenRace::kMaxLines) continue;
      SCOPED_TRACE(std::to_string(left) + " against " + std::to_string(other));
      const std::optional<double> rate = even.WinRate(left, other);
      ASSERT_TRUE(rate.has_value());
      // A standing may come back within a match: twice the binomial error.
      EXPECT_NEAR(*rate, static_cast<double>(won) / seen, 5 / std::sqrt(seen));
      EXPECT_NEAR(*rate, 1 - *even.WinRate(other, left), 1e-9);
      if (left != other) ++compared;
    }
    if (rules.ruleset.match.fixed_deals > 0) continue;
    EXPECT_GT(compared, 0) << "the test sees nothing";
  }
}

// One deal that the dealer's side wins says as much of the other side.
TEST(EvenDealsTest, ADealIsAsLikelyForOneSideAsForTheOther) {
  const CompiledRules rules = Rules("basic-gerver");
  const DealKinds kinds(rules.ruleset);
  for (const DealResult& result : ResultsOfRandomDeals(rules, 20)) {
    EvenDeals deals(kinds);
    EXPECT_TRUE(deals.empty());
    deals.Add(kinds, result);
    const std::vector<double> shares = deals.Frequencies();
    double sum = 0;
    for (const double share : shares) sum += share;
    EXPECT_EQ(sum, 1);
    EXPECT_EQ(shares[static_cast<std::size_t>(kinds.KindOf(result, 0))],
              shares[static_cast<std::size_t>(kinds.KindOf(result, 1))]);
  }
}

INSTANTIATE_TEST_SUITE_P(EveryRuleset, EvenRaceTest,
                         testing::ValuesIn(wire::RulesetIds()),
                         [](const auto& test) { return TestName(test.param); });

// A line per won deal and nothing else: the race to five won deals.
TEST(PlainEvenRaceTest, WinRatesAreThoseOfTheBinomialRace) {
  CompiledRules rules = Rules("basic-gerver");
  rules.ruleset.scoring.maker_loss = 0;
  const DealKinds kinds(rules.ruleset);
  std::vector<double> frequencies(static_cast<std::size_t>(kinds.count()));
  for (const Side side : {Side{0}, Side{1}}) {
    frequencies[static_cast<std::size_t>(kinds.PlainWin(side))] += 0.5;
  }
  const EvenRace even(MatchRace(rules), frequencies);
  for (int left = 1; left <= 5; ++left) {
    for (int other = 1; other <= 5; ++other) {
      EXPECT_NEAR(*even.WinRate(left, other),
                  stats::RaceWinProbability(0.5, left, other), 1e-12);
    }
  }
  EXPECT_FALSE(even.WinRate(6, 1).has_value());
  // Expected length of a best of nine between equals: 9 - 9 C(8,4)/2^8 + ...,
  // deals that the loser wins.
  double deals = 0;
  for (int lost = 0; lost < 5; ++lost) {
    const double ways = std::exp(std::lgamma(5 + lost) - std::lgamma(5) -
                                 std::lgamma(lost + 1));
    deals += (5 + lost) * 2 * ways * std::pow(0.5, 5 + lost);
  }
  EXPECT_NEAR(even.deals(), deals, 1e-12);
}

// Stakes matter: where a deal can be worth two lines, the side behind wins more
// often than in a race of single lines.
TEST(PlainEvenRaceTest, LargerStakesHelpTheSideBehind) {
  CompiledRules rules = Rules("basic-gerver");
  rules.ruleset.scoring.maker_loss = 0;
  rules.ruleset.scoring.win = 2;
  const DealKinds kinds(rules.ruleset);
  std::vector<double> frequencies(static_cast<std::size_t>(kinds.count()));
  for (const Side side : {Side{0}, Side{1}}) {
    frequencies[static_cast<std::size_t>(kinds.PlainWin(side))] += 0.5;
  }
  const EvenRace even(MatchRace(rules), frequencies);
  // 5, 3, 1: three won deals.
  EXPECT_NEAR(*even.WinRate(3, 1), 0.25, 1e-12);
  EXPECT_NEAR(*even.WinRate(5, 1), 0.125, 1e-12);
  EXPECT_NEAR(even.deals(), 2 * (3. / 8 + 4 * 3. / 16 + 5 * 6. / 32), 1e-12);
}

}  // namespace
}  // namespace couillon::arena
