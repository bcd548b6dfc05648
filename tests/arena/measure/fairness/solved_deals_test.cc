#include "arena/measure/fairness/solved_deals.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>

#include "engine/play/position.h"
#include "engine/solve/payoff.h"
#include "engine/solve/solver.h"
#include "tests/support/all_rulesets.h"

namespace couillon::arena {
namespace {

constexpr std::uint64_t kNoLimit = std::uint64_t{1} << 40;

SolvedDeals Solve(const CompiledRules& rules, const SolvingLimits& limits,
                  int workers) {
  const std::atomic<bool> stop = false;
  return SolveDeals(rules, DealSource("solved"), limits, workers, stop,
                    [](std::int64_t) {});
}

// Eldest hand sits after the dealer, and the dealer moves on with every deal.
TEST(SolvedDealsTest, LeadsAreThoseOfTheSolverForTheSideAfterTheDealer) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  const DealSource source("solved");
  const SolvedDeals solved =
      Solve(rules, {.deals = 20, .positions = kNoLimit}, 2);
  ASSERT_EQ(solved.leads.size(), 20U);
  Solver solver(rules);
  const GamePoints game_points(rules.ruleset);
  for (std::size_t deal = 0; deal < solved.leads.size(); ++deal) {
    const auto dealer = static_cast<Seat>(deal % rules.players);
    const Position position(rules, source.PackOf(rules.deck, deal), dealer);
    const SideValues leads = solver.Worth(position, game_points);
    const std::size_t eldest = (deal + 1) % 2;
    EXPECT_EQ(solved.leads[deal], leads[eldest]) << deal;
    EXPECT_EQ(solved.leads[deal], -leads[1 - eldest]) << deal;
  }
  EXPECT_GT(*std::max_element(solved.leads.begin(), solved.leads.end()), 0);
  EXPECT_LT(*std::min_element(solved.leads.begin(), solved.leads.end()), 0);
}

// So that the deals which the positions are enough for do not depend on which
// worker has solved the others.
TEST(SolvedDealsTest, PositionsOfADealDoNotDependOnEarlierTasks) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  const auto positions = [&rules](std::uint64_t deals) {
    return Solve(rules, {.deals = deals, .positions = kNoLimit}, 1).positions;
  };
  Solver solver(rules);
  const GamePoints game_points(rules.ruleset);
  for (std::size_t deal = 8; deal < 16; ++deal) {
    const Position position(rules,
                            DealSource("solved").PackOf(rules.deck, deal),
                            static_cast<Seat>(deal % rules.players));
    static_cast<void>(solver.Worth(position, game_points));
  }
  EXPECT_EQ(positions(16) - positions(8), solver.nodes());
}

TEST(SolvedDealsTest, WorkersDoNotChangeWhatThePositionsAreEnoughFor) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  const SolvedDeals one = Solve(rules, {.deals = 400, .positions = 10'000}, 1);
  EXPECT_GT(one.leads.size(), 20U);
  EXPECT_LT(one.leads.size(), 400U);
  for (const int workers : {2, 5}) {
    const SolvedDeals more =
        Solve(rules, {.deals = 400, .positions = 10'000}, workers);
    EXPECT_EQ(one.leads, more.leads);
    EXPECT_EQ(one.positions, more.positions);
  }
}

TEST(SolvedDealsTest, DealsFollowEachOtherUntilThePositionsRunOut) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  const SolvedDeals all = Solve(rules, {.deals = 50, .positions = kNoLimit}, 1);
  EXPECT_EQ(all.leads.size(), 50U);
  const std::uint64_t half = all.positions / 2;
  const SolvedDeals some = Solve(rules, {.deals = 50, .positions = half}, 1);
  EXPECT_GE(some.positions, half);
  EXPECT_LT(some.positions, all.positions);
  ASSERT_LT(some.leads.size(), 50U);
  EXPECT_TRUE(
      std::equal(some.leads.begin(), some.leads.end(), all.leads.begin()));
  // One deal is solved whatever the limit.
  EXPECT_EQ(Solve(rules, {.deals = 50, .positions = 1}, 1).leads.size(), 1U);
}

TEST(SolvedDealsTest, DealsThatTakeTooLongAreNotSolved) {
  const auto why = [](const std::string& id) {
    return WhyNotSolved(tests::Rules(id));
  };
  EXPECT_EQ(why("basic-gerver"), "");
  EXPECT_EQ(why("troeven-3-solo"), "3 sides");
  EXPECT_EQ(why("troeven-2-stock"),
            "16 cards of the stock are drawn during play");
  EXPECT_EQ(why("troeven-2-layout"),
            "a deal of 16 tricks with 2 hands takes too long");
  const SolvedDeals none = Solve(tests::Rules("troeven-3-solo"),
                                 {.deals = 8, .positions = kNoLimit}, 1);
  EXPECT_EQ(none.why_not, "3 sides");
  EXPECT_TRUE(none.leads.empty());
}

TEST(SolvedDealsTest, FiguresCountLeadsWinsAndTies) {
  SolvedDeals solved;
  solved.leads = {2, -1, 0, 1, -4};
  const std::vector<Figure> figures = SolvedFigures();
  const std::vector<stats::RatioSums> sums = SolvedSums(solved);
  ASSERT_EQ(figures.size(), sums.size());
  EXPECT_EQ(figures[0].name, "eldest_game_points");
  EXPECT_EQ(sums[0].s, -2);
  EXPECT_EQ(sums[0].deals, 5);
  EXPECT_EQ(figures[1].name, "eldest_score");
  EXPECT_EQ(sums[1].s, figures[1].scale * 2 + 1);
  EXPECT_EQ(figures[2].name, "eldest_wins");
  EXPECT_EQ(sums[2].s, 2);
  EXPECT_EQ(sums[2].n, 5);
}

}  // namespace
}  // namespace couillon::arena
