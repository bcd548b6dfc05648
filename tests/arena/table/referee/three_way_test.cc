// The referee with three different bots at every table: who is asked, who pays
// for a fault, and what each bot is sent.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "arena/table/bot_index.h"
#include "arena/table/outcome.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/referee.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/schedule/unit_deals.h"
#include "arena/table/seating.h"
#include "arena/table/table.h"
#include "arena/table/team.h"
#include "arena/table/unit/unit_result.h"
#include "arena/table/verdict.h"
#include "bots/cpp/bundled/bundled.h"
#include "bots/cpp/strategy.h"
#include "engine/cards/action.h"
#include "engine/cards/seat.h"
#include "engine/play/observation.h"
#include "engine/play/table_result.h"
#include "engine/rules/compiled_rules.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/played_units.h"

namespace couillon::arena {
namespace {

// A link that answers with the actions of a strategy, or with one that is not
// legal.
class StrategyLink : public BotLink {
 public:
  // Appends the results that it is sent to `sent`.
  StrategyLink(LinkIndex link, const CompiledRules& rules,
               std::vector<TableResult>& sent)
      : link_(link), rules_(rules), sent_(sent) {}

  std::unique_ptr<bots::Strategy> strategy = *bots::MakeStrategy("greedy");
  int illegal_every = 0;  // so many questions; 0: never

  void Start() override {
    events_.push_back({.link = link_, .kind = BotEvent::Kind::kReady});
  }
  [[nodiscard]] BotLimits limits() const override {
    return {.wants_results = true};
  }
  void Send(std::span<const Question> batch) override {
    for (const Question& question : batch) {
      ++questions_;
      const bool illegal = illegal_every > 0 && questions_ % illegal_every == 0;
      const int action =
          illegal ? kActions : strategy->Decide(rules_, question.seen).number();
      events_.push_back({.link = link_,
                         .id = question.id,
                         .action = static_cast<std::uint32_t>(action)});
    }
  }
  void Collect(std::vector<BotEvent>& events) override {
    events.insert(events.end(), events_.begin(), events_.end());
    events_.clear();
  }
  void SendResults(int /*ruleset*/,
                   std::span<const TableResult> of_unit) override {
    sent_.insert(sent_.end(), of_unit.begin(), of_unit.end());
  }
  void Stop() override { events_.clear(); }

 private:
  LinkIndex link_;
  const CompiledRules& rules_;
  std::vector<TableResult>& sent_;
  std::vector<BotEvent> events_;
  int questions_ = 0;
};

class ThreeWayRefereeTest : public ::testing::Test {
 protected:
  ThreeWayRefereeTest() {
    config_ = {.rules = {&rules_},
               .deals = &deals_,
               .teams = 3,
               .record_deals = true,
               .max_faults = 1000,
               .tolerated_failures = 20};
    links_.waiter = std::make_unique<testing_support::NoWaiter>();
    for (int bot = 0; bot < 4; ++bot) {
      auto link = std::make_unique<StrategyLink>(
          LinkIndex(bot), rules_, sent_[static_cast<std::size_t>(bot)]);
      bots_.push_back(link.get());
      links_.links.push_back(std::move(link));
    }
  }

  std::vector<UnitResult> Play() {
    std::vector<UnitResult> units;
    testing_support::PlayUnits(config_, std::move(links_), schedule_, units);
    return units;
  }

  const CompiledRules rules_ = tests::Rules("troeven-3-solo");
  const UnitDeals deals_{"three"};
  const Schedule schedule_ = Schedule::ThreeWay(4, 1, 12, 12);
  RefereeConfig config_;
  std::array<std::vector<TableResult>, 4> sent_;  // by bot
  BotLinks links_;
  std::vector<StrategyLink*> bots_;
};

TEST_F(ThreeWayRefereeTest, EveryThreeBotsPlayEveryDealInSixSeatings) {
  const std::vector<UnitResult> units = Play();
  ASSERT_EQ(units.size(), 4U);
  for (const UnitResult& unit : units) {
    EXPECT_TRUE(unit.faults.empty());
    EXPECT_EQ(unit.outcome.counts.deals, 12 * 6);
    ASSERT_EQ(unit.outcome.three_way_points.size(), 12U);
    EXPECT_EQ(unit.records.size(), 12U * 6);
  }
  // The same deals and the same bots, whoever they are.
  for (const UnitResult& unit : units) {
    EXPECT_EQ(unit.outcome.three_way_points, units[0].outcome.three_way_points);
  }
}

TEST_F(ThreeWayRefereeTest, PointsAreThoseOfTheTables) {
  const std::vector<UnitResult> units = Play();
  const UnitResult& unit = units[0];
  std::vector<ThreeWayPoints> expected(12);
  for (const DealOfUnit& record : unit.records) {
    ASSERT_TRUE(record.outcome.three_way.has_value());
    for (Side side = 0; side < 3; ++side) {
      const Team team = HolderOf(3, 3, record.seating, side);
      expected[record.item][team][side] +=
          (*record.outcome.three_way)[team].points;
    }
  }
  EXPECT_EQ(unit.outcome.three_way_points, expected);
}

TEST_F(ThreeWayRefereeTest, OnlyTheOffenderPaysForAnIllegalAction) {
  bots_[2]->illegal_every = 40;
  const std::vector<UnitResult> units = Play();
  std::size_t faults = 0;
  for (const UnitResult& unit : units) {
    for (const Fault& fault : unit.faults) {
      EXPECT_EQ(fault.bot, BotIndex(2));
      EXPECT_EQ(fault.verdict, Verdict::kIllegalAction);
      ++faults;
    }
    std::size_t forfeits = 0;
    for (const DealOfUnit& record : unit.records) {
      if (!record.outcome.forfeited_by) continue;
      ++forfeits;
      EXPECT_EQ(record.outcome.forfeited_by, unit.unit.TeamOf(BotIndex(2)));
    }
    EXPECT_EQ(forfeits, unit.faults.size());
  }
  EXPECT_GT(faults, 10U);
  // Bots 0, 1 and 3 meet in the second of the four units.
  EXPECT_TRUE(units[1].faults.empty());
}

TEST_F(ThreeWayRefereeTest, TooManyFaultsForfeitTheWholeUnit) {
  bots_[2]->illegal_every = 10;
  config_.max_faults = 3;
  const std::vector<UnitResult> units = Play();
  const int stake = LargestStake(rules_.ruleset);
  for (const std::size_t at : {0U, 2U, 3U}) {
    const UnitOutcome& outcome = units[at].outcome;
    EXPECT_EQ(outcome.lost_by, BotIndex(2));
    EXPECT_EQ(units[at].faults.size(), 3U);
    const Team offender = *units[at].unit.TeamOf(BotIndex(2));
    for (const ThreeWayPoints& points : outcome.three_way_points) {
      const auto of = [&points](Team team) {
        return points[team][0] + points[team][1] + points[team][2];
      };
      for (const Team team : kAllTeams) {
        if (team == offender) continue;
        EXPECT_EQ(of(team) - of(offender), 6 * stake);
      }
    }
  }
}

TEST_F(ThreeWayRefereeTest, EachBotIsSentItsOwnResults) {
  bots_[1]->strategy = *bots::MakeStrategy("heuristic");
  bots_[2]->strategy = *bots::MakeStrategy("random");
  const std::vector<UnitResult> units = Play();
  for (int bot = 0; bot < 4; ++bot) {
    std::int64_t expected = 0;
    for (const UnitResult& unit : units) {
      const auto team = unit.unit.TeamOf(BotIndex(bot));
      if (!team) continue;
      for (const DealOfUnit& record : unit.records) {
        expected += LeadOf(*record.outcome.three_way, *team);
      }
    }
    std::int64_t sent = 0;
    const auto& results = sent_[static_cast<std::size_t>(bot)];
    for (const TableResult& result : results) sent += result.half_game_points;
    EXPECT_EQ(results.size(), 3U * 12 * 6);
    EXPECT_EQ(sent, expected);
  }
}

}  // namespace
}  // namespace couillon::arena
