// Losses by kind of decision: a bot that errs at one kind on purpose loses
// there and nowhere else, and what it loses is what its opponent wins.
#include "arena/measure/analysis/losses.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <optional>

#include "arena/measure/analysis/decision_values.h"
#include "engine/cards/action.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "engine/solve/payoff.h"
#include "engine/solve/solver.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/random_deal.h"

namespace couillon::arena {
namespace {

constexpr BotIndex kErring{0};
constexpr BotIndex kBest{1};
constexpr std::uint64_t kDeals = 40;

// Plays deals in both seatings: the bot kErring takes the worst action at
// decisions of one kind, and the best one otherwise; kBest always the best.
class ErringLeague {
 public:
  ErringLeague(const std::string& ruleset, DecisionKind errs_at)
      : rules_(tests::Rules(ruleset)), errs_at_(errs_at), solver_(rules_) {
    for (std::uint64_t item = 0; item < kDeals; ++item) {
      for (const Seating seating : {Seating(0), Seating(1)}) {
        tally_.Add(Table(item, seating));
      }
    }
  }

  [[nodiscard]] BotLosses Of(BotIndex bot) const {
    for (const BotLosses& losses : tally_.Losses(0.95)) {
      if (losses.bot == bot) return losses;
    }
    ADD_FAILURE() << "no losses of bot " << ToInt(bot);
    return {};
  }

  // Of kErring, in game points per table.
  [[nodiscard]] double MeanLead() const {
    return static_cast<double>(lead_) / (2.0 * kDeals);
  }

 private:
  AnalysedTable Table(std::uint64_t item, Seating seating) {
    AnalysedTable table;
    table.unit.teams.first = {kErring};
    table.unit.teams.second = {kBest};
    table.item = item;
    table.seating = seating;
    const int erring_side = static_cast<int>(seating);
    for (Seat seat = 0; seat < rules_.players; ++seat) {
      table.bots.push_back(rules_.SideOf(seat) == erring_side ? kErring
                                                              : kBest);
    }
    table.deals.push_back(
        AnalyseDeal(solver_, rules_, Play(item, table.bots), 0, {}));
    lead_ += table.deals[0].game_points[static_cast<std::size_t>(erring_side)];
    return table;
  }

  DealScript Play(std::uint64_t item, const std::vector<BotIndex>& bots) {
    Position position = tests::DealAt(rules_, source_, item);
    DealScript deal{
        .pack = position.pack(), .dealer = position.dealer(), .actions = {}};
    const GamePoints payoff(rules_.ruleset);
    while (!position.done()) {
      const bool errs =
          bots[position.seat()] == kErring && KindOf(position) == errs_at_;
      const DecisionValues values = ValueDecision(solver_, position, payoff);
      const auto cheaper = [](const ValuedAction& a, const ValuedAction& b) {
        return a.cost < b.cost;
      };
      const ValuedAction& chosen =
          errs ? *std::max_element(values.actions.begin(), values.actions.end(),
                                   cheaper)
               : values.best();
      deal.actions.push_back(chosen.action);
      position.Apply(chosen.action);
    }
    return deal;
  }

  CompiledRules rules_;
  DecisionKind errs_at_;
  Solver solver_;
  DealSource source_ = DealSource("erring");
  LossTally tally_;
  std::int64_t lead_ = 0;
};

class ErringTest : public ::testing::TestWithParam<DecisionKind> {};

TEST_P(ErringTest, LossesAreAtTheKindOfDecisionThatErrs) {
  const ErringLeague league("mit-malmedy", GetParam());
  const BotLosses losses = league.Of(kErring);
  EXPECT_EQ(losses.tables, 2 * static_cast<std::int64_t>(kDeals));
  EXPECT_EQ(losses.items, static_cast<std::int64_t>(kDeals));
  EXPECT_EQ(losses.unsolved, 0);
  double of_kind = 0;
  for (int kind = 0; kind < kDecisionKinds; ++kind) {
    for (const LossRow& row : losses.rows[0][static_cast<std::size_t>(kind)]) {
      EXPECT_EQ(row.opponents.mean, 0.0);
      if (kind == static_cast<int>(GetParam())) {
        of_kind += *row.own.mean;
      } else {
        EXPECT_EQ(row.own.mean, 0.0)
            << KindName(static_cast<DecisionKind>(kind));
        EXPECT_EQ(row.costly, 0);
        EXPECT_EQ(row.own.interval.lo, 0) << "a loss is never negative";
        EXPECT_GT(row.own.interval.hi, 0.02) << "40 deals are few";
        EXPECT_LT(row.difference.interval.lo, 0);
      }
    }
  }
  EXPECT_GT(of_kind, 0);
  EXPECT_NEAR(*losses.total[0].own.mean, of_kind, 1e-9);
}

// In both seatings of a deal its value cancels: what is left are the costs.
TEST_P(ErringTest, TheDifferenceOfLossesIsTheLeadInGamePoints) {
  const ErringLeague league("mit-malmedy", GetParam());
  EXPECT_NEAR(*league.Of(kErring).total[0].difference.mean, -league.MeanLead(),
              1e-9);
  EXPECT_NEAR(*league.Of(kBest).total[0].difference.mean, league.MeanLead(),
              1e-9);
}

TEST_P(ErringTest, TheWorstTablesAreThoseOfTheBotThatErrs) {
  const ErringLeague league("mit-malmedy", GetParam());
  EXPECT_TRUE(league.Of(kBest).worst.empty());
  const std::vector<CostlyTable> worst = league.Of(kErring).worst;
  ASSERT_FALSE(worst.empty());
  EXPECT_LE(worst.size(), kWorstTables);
  for (std::size_t i = 1; i < worst.size(); ++i) {
    EXPECT_GE(worst[i - 1].cost, worst[i].cost);
  }
}

TEST_P(ErringTest, AWorstTableNamesTheDecisionThatCostMost) {
  const ErringLeague league("mit-malmedy", GetParam());
  const CompiledRules rules = tests::Rules("mit-malmedy");
  Solver solver(rules);
  for (const CostlyTable& worst : league.Of(kErring).worst) {
    EXPECT_EQ(worst.number, 0);
    const AnalysedDeal deal = AnalyseDeal(solver, rules, worst.deal, 0, {});
    const AnalysedDecision& named =
        deal.decisions.at(static_cast<std::size_t>(worst.ply));
    EXPECT_EQ(named.kind, GetParam());
    EXPECT_GT(named.cost, 0);
    for (const AnalysedDecision& decision : deal.decisions) {
      EXPECT_LE(decision.cost, named.cost);
    }
  }
}

TEST_P(ErringTest, TheResultsByRoleAddUpToTheLead) {
  const ErringLeague league("mit-malmedy", GetParam());
  const BotLosses losses = league.Of(kErring);
  double lead = 0;
  std::int64_t deals = 0;
  for (const RoleResult& result : losses.results) {
    lead += *result.points.mean * static_cast<double>(result.deals);
    deals += result.deals;
  }
  EXPECT_EQ(deals, losses.tables);
  EXPECT_NEAR(lead / static_cast<double>(deals), league.MeanLead(), 1e-9);
  // Whoever makes trumps, the other side does not.
  EXPECT_EQ(losses.results[0].deals + league.Of(kBest).results[0].deals,
            losses.tables);
}

INSTANTIATE_TEST_SUITE_P(Kinds, ErringTest,
                         ::testing::Values(DecisionKind::kTrumps,
                                           DecisionKind::kAnnouncement,
                                           DecisionKind::kLead,
                                           DecisionKind::kFollow,
                                           DecisionKind::kDiscard),
                         [](const auto& each) { return KindName(each.param); });

}  // namespace
}  // namespace couillon::arena
