// What the referee asks each link, as docs/integrity.md promises: no link of a
// divided bot meets a deal twice, and neither the time nor the order of answers
// reaches the other links.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "arena/table/bot_index.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/clock.h"
#include "arena/table/referee/link_plan.h"
#include "arena/table/referee/referee.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/schedule/unit_deals.h"
#include "arena/table/seating.h"
#include "arena/table/team.h"
#include "arena/table/unit/unit_result.h"
#include "bots/cpp/bundled/bundled.h"
#include "bots/cpp/strategy.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/action.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/play/interchangeable_suits.h"
#include "engine/play/observation.h"
#include "engine/play/suit_map.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/played_units.h"

namespace couillon::arena {
namespace {

// What all links of a test were asked.
struct Asked {
  std::vector<std::vector<Observation>> by_link;
  std::size_t decisions = 0;
};

// A link that may answer its batches from the last decision to the first, and
// may hold back its first answer.
class ProbeLink : public BotLink {
 public:
  using Decide = std::function<Action(const Observation&)>;
  ProbeLink(LinkIndex link, Decide decide, Asked& asked)
      : link_(link), decide_(std::move(decide)), asked_(asked) {}

  bool reverses = false;
  bool holds = false;

  void Start() override {
    events_.push_back({.link = link_, .kind = BotEvent::Kind::kReady});
  }
  [[nodiscard]] BotLimits limits() const override { return {}; }
  void Send(std::span<const Question> batch) override {
    std::vector<BotEvent> answers;
    for (const Question& question : batch) {
      ++asked_.decisions;
      asked_.by_link[static_cast<std::size_t>(link_)].push_back(question.seen);
      answers.push_back({.link = link_,
                         .id = question.id,
                         .action = static_cast<std::uint32_t>(
                             decide_(question.seen).number())});
    }
    if (reverses) std::ranges::reverse(answers);
    events_.insert(events_.end(), answers.begin(), answers.end());
  }
  void Collect(std::vector<BotEvent>& events) override {
    while (!events_.empty()) {
      if (holds && events_.front().kind == BotEvent::Kind::kAnswer) return;
      events.push_back(events_.front());
      events_.erase(events_.begin());
    }
  }
  void Stop() override { events_.clear(); }

 private:
  LinkIndex link_;
  Decide decide_;
  Asked& asked_;
  std::vector<BotEvent> events_;
};

// Calls a function when the referee has nothing to do.
class IdleWaiter final : public EventWaiter {
 public:
  explicit IdleWaiter(std::function<void()> idle) : idle_(std::move(idle)) {}
  void Poll() override {}
  void Wait(Clock::duration /*most*/) override { idle_(); }

 private:
  std::function<void()> idle_;
};

// A league of divided bots under one ruleset.
class MemoryLeague {
 public:
  MemoryLeague(const CompiledRules& rules, int bots, int teams = 2)
      : rules_(rules),
        deals_(Configuration(rules, bots)),
        plan_(std::vector<bool>(static_cast<std::size_t>(bots), true), {&rules},
              teams) {
    config = {
        .rules = {&rules_},
        .deals = &deals_,
        .teams = teams,
        .divided = std::vector<bool>(static_cast<std::size_t>(bots), true),
        .max_faults = 3};
    asked_.by_link.resize(static_cast<std::size_t>(plan_.links()));
    links_.waiter = std::make_unique<IdleWaiter>([this] {
      if (on_idle) on_idle();
    });
    for (int link = 0; link < plan_.links(); ++link) {
      auto probe = std::make_unique<ProbeLink>(
          LinkIndex(link),
          [this](const Observation& seen) { return decide(seen); }, asked_);
      probes_.push_back(probe.get());
      links_.links.push_back(std::move(probe));
    }
  }

  std::function<void()> on_idle;
  ProbeLink::Decide decide = [this](const Observation& seen) {
    return greedy_->Decide(rules_, seen);
  };
  RefereeConfig config;

  ProbeLink& probe(std::size_t link) { return *probes_[link]; }
  [[nodiscard]] std::size_t links() const { return probes_.size(); }
  [[nodiscard]] const Asked& asked() const { return asked_; }
  [[nodiscard]] const UnitDeals& deals() const { return deals_; }

  std::vector<UnitResult> Play(const Schedule& schedule) {
    std::vector<UnitResult> results;
    testing_support::PlayUnits(config, std::move(links_), schedule, results);
    return results;
  }

 private:
  static v1::LeagueConfig Configuration(const CompiledRules& rules, int bots) {
    v1::LeagueConfig config;
    config.set_seed("memory");
    for (int bot = 0; bot < bots; ++bot) {
      config.add_bots()->set_name(std::string(1, static_cast<char>('a' + bot)));
    }
    config.add_rulesets()->mutable_ruleset()->set_id(rules.ruleset.id);
    return config;
  }

  const CompiledRules& rules_;
  UnitDeals deals_;
  LinkPlan plan_;
  Asked asked_;
  BotLinks links_;
  std::vector<ProbeLink*> probes_;
  std::unique_ptr<bots::Strategy> greedy_ = *bots::MakeStrategy("greedy");
};

// A deal of a pairing, and a view of it.
using DealOfPairing = std::pair<int, std::uint64_t>;
using View = std::pair<Seat, int>;

// The deal and the view of every decision that `schedule` can contain, by its
// random seed.
std::map<std::uint64_t, std::pair<DealOfPairing, View>> DecisionsOf(
    const Schedule& schedule, const UnitDeals& deals,
    const CompiledRules& rules) {
  constexpr int kMaxPlies = 100;
  std::map<std::uint64_t, std::pair<DealOfPairing, View>> decisions;
  for (std::int64_t number = 0; number < schedule.units(); ++number) {
    const Unit unit = schedule.unit(number);
    const DealSource source = deals.Of(unit);
    for (std::uint32_t i = 0; i < unit.items; ++i) {
      for (const Seating seating : Seatings(rules.sides)) {
        for (Seat seat = 0; seat < rules.players; ++seat) {
          for (int ply = 0; ply < kMaxPlies; ++ply) {
            const std::uint64_t item = unit.first_item + i;
            const int number_of_seating = static_cast<int>(seating);
            decisions[source.DecisionSeed(item, seat, ply, number_of_seating)] =
                {{unit.pairing, item},
                 {rules.DeciderOf(seat), number_of_seating}};
          }
        }
      }
    }
  }
  return decisions;
}

class MemoryTest : public ::testing::TestWithParam<std::string> {};

// Expects that no link is asked about a deal from two seats or in two seatings.
void ExpectOneViewPerLink(MemoryLeague& league, const CompiledRules& rules,
                          const Schedule& schedule) {
  const auto decisions = DecisionsOf(schedule, league.deals(), rules);
  league.Play(schedule);
  EXPECT_GT(league.asked().decisions, 100U);
  for (std::size_t link = 0; link < league.links(); ++link) {
    std::map<DealOfPairing, std::set<View>> views;
    for (const Observation& seen : league.asked().by_link[link]) {
      ASSERT_TRUE(decisions.contains(seen.random_seed)) << "unknown decision";
      const auto& [deal, view] = decisions.at(seen.random_seed);
      views[deal].insert(view);
    }
    for (const auto& [deal, seen_from] : views) {
      EXPECT_EQ(seen_from.size(), 1U) << "link " << link << ", pairing "
                                      << deal.first << ", deal " << deal.second;
    }
  }
}

TEST_P(MemoryTest, NoLinkIsAskedAboutADealFromTwoSeatsOrInTwoSeatings) {
  const CompiledRules rules = tests::Rules(GetParam());
  MemoryLeague league(rules, 3);
  ExpectOneViewPerLink(league, rules, Schedule::RoundRobin(3, 1, 6, 3));
}

TEST(ThreeWayMemoryTest, NoLinkIsAskedAboutADealFromTwoSeatsOrInTwoSeatings) {
  const CompiledRules rules = tests::Rules("troeven-3-solo");
  MemoryLeague league(rules, 4, 3);
  EXPECT_EQ(league.links(), 4U * 6);  // two seatings of each of three seats
  ExpectOneViewPerLink(league, rules, Schedule::ThreeWay(4, 1, 6, 3));
}

// A bot that undoes the disguise plays the same deals as one that sees the true
// suits; the maps are those of docs/dealing.md.
TEST_P(MemoryTest, RelabelledSuitsAreDrawnForEachViewAndTranslatedBack) {
  const CompiledRules rules = tests::Rules(GetParam());
  const Schedule schedule = Schedule::RoundRobin(2, 1, 8, 4);
  MemoryLeague plain(rules, 2);
  const std::vector<UnitResult> shown = plain.Play(schedule);

  MemoryLeague disguised(rules, 2);
  const auto decisions = DecisionsOf(schedule, disguised.deals(), rules);
  const DealSource deals = disguised.deals().Of(schedule.unit(0));
  const std::vector<SuitMap> maps = InterchangeableSuits(rules);
  std::size_t changed = 0;
  disguised.config.relabelled = {true, true};
  disguised.decide = [&](const Observation& seen) {
    const auto& [deal, view] = decisions.at(seen.random_seed);
    const std::uint64_t draw =
        deals.DecisionSeed(deal.second, view.first, 65535, view.second);
    const SuitMap& map = maps[(draw >> 32) * maps.size() >> 32];
    if (map != SuitMap()) ++changed;
    const auto greedy = *bots::MakeStrategy("greedy");
    return map(greedy->Decide(rules, map.Inverse()(seen)));
  };
  const std::vector<UnitResult> hidden = disguised.Play(schedule);
  ASSERT_EQ(shown.size(), hidden.size());
  for (std::size_t unit = 0; unit < shown.size(); ++unit) {
    EXPECT_EQ(shown[unit].outcome, hidden[unit].outcome) << unit;
  }
  EXPECT_EQ(changed > 0, maps.size() > 1);
}

INSTANTIATE_TEST_SUITE_P(Rulesets, MemoryTest,
                         ::testing::ValuesIn(wire::RulesetIds()),
                         [](const auto& test) {
                           return tests::TestName(test.param);
                         });

// The decisions that each link was asked, in order.
std::vector<std::vector<std::uint64_t>> SeedsOf(const Asked& asked) {
  std::vector<std::vector<std::uint64_t>> seeds;
  for (const std::vector<Observation>& link : asked.by_link) {
    std::vector<std::uint64_t>& of_link = seeds.emplace_back();
    for (const Observation& seen : link) of_link.push_back(seen.random_seed);
  }
  return seeds;
}

TEST(CohortTest, TheOrderOfAnswersReachesNoOtherLink) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  const Schedule schedule = Schedule::RoundRobin(2, 1, 100, 50);
  MemoryLeague in_order(rules, 2);
  in_order.Play(schedule);
  MemoryLeague reversed(rules, 2);
  reversed.probe(0).reverses = true;
  reversed.Play(schedule);
  EXPECT_EQ(SeedsOf(in_order.asked()), SeedsOf(reversed.asked()));
}

// Plays `schedule` with a first answer that comes only when nothing else is
// left to do. Returns the decisions that were asked by then.
std::vector<Observation> AskedWhileOneIsMissing(const CompiledRules& rules,
                                                const Schedule& schedule) {
  MemoryLeague league(rules, 2);
  league.probe(0).holds = true;
  std::vector<Observation> asked;
  league.on_idle = [&league, &asked] {
    if (!league.probe(0).holds) return;
    for (const std::vector<Observation>& link : league.asked().by_link) {
      asked.insert(asked.end(), link.begin(), link.end());
    }
    league.probe(0).holds = false;
  };
  EXPECT_EQ(static_cast<std::int64_t>(league.Play(schedule).size()),
            schedule.units());
  return asked;
}

// While one answer is missing no table of its cohort gets ahead, so how long it
// is missing says nothing about its table.
TEST(CohortTest, OneMissingAnswerHoldsBackTheNextDecisionOfEveryTable) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  const std::vector<Observation> asked =
      AskedWhileOneIsMissing(rules, Schedule::RoundRobin(2, 1, 64, 64));
  EXPECT_GT(asked.size(), 50U);
  for (const Observation& seen : asked) {
    EXPECT_TRUE(seen.calls().empty()) << "no first decision of a deal";
  }
}

// 32 units of two tables each are one cohort of 64 tables.
TEST(CohortTest, SmallUnitsWaitForEachOther) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  const Schedule schedule = Schedule::RoundRobin(2, 1, 64, 1);
  const auto decisions =
      DecisionsOf(schedule, MemoryLeague(rules, 2).deals(), rules);
  std::set<std::uint64_t> deals;
  for (const Observation& seen : AskedWhileOneIsMissing(rules, schedule)) {
    const std::uint64_t deal = decisions.at(seen.random_seed).first.second;
    if (deal >= 32) continue;
    deals.insert(deal);
    EXPECT_TRUE(seen.calls().empty()) << "no first decision of deal " << deal;
  }
  EXPECT_GT(deals.size(), 20U);
}

// Expects that the views of `teams` teams with one number have one seat.
void ExpectOneSeatPerView(const CompiledRules& rules, int teams) {
  const DealViews views(rules, teams);
  for (int i = 0; i < teams; ++i) {
    const auto team = static_cast<Team>(i);
    std::map<int, View> seen;
    for (const Seating seating : Seatings(rules.sides)) {
      for (Seat seat = 0; seat < rules.players; ++seat) {
        if (HolderOf(rules.sides, teams, seating, rules.SideOf(seat)) != team) {
          continue;
        }
        const int number = views.Of(team, seating, seat);
        EXPECT_GE(number, 0);
        EXPECT_LT(number, views.count());
        EXPECT_EQ(number * rules.players / views.count(), seat);
        const View view = {seat, static_cast<int>(seating)};
        EXPECT_TRUE(seen.emplace(number, view).second) << number;
      }
    }
    EXPECT_EQ(static_cast<int>(seen.size()), views.count());
  }
}

TEST(DealViewsTest, ViewsOfOneNumberHaveOneSeat) {
  for (const std::string& id : wire::RulesetIds()) {
    SCOPED_TRACE(id);
    const CompiledRules rules = tests::Rules(id);
    ExpectOneSeatPerView(rules, 2);
    if (rules.sides == 3) ExpectOneSeatPerView(rules, 3);
  }
}

TEST(LinkPlanTest, OnlyDividedBotsHaveALinkForEachView) {
  const CompiledRules four = tests::Rules("basic-gerver");
  const CompiledRules three = tests::Rules("troeven-3-solo");
  const LinkPlan plan({true, false, true}, {&four, &three});
  EXPECT_EQ(plan.CountLinks(BotIndex(0)), 9);
  EXPECT_EQ(plan.CountLinks(BotIndex(1)), 1);
  EXPECT_EQ(plan.links(), 19);
  EXPECT_EQ(plan.LinkFor(BotIndex(0), 0, Team::kFirst, Seating(0), 2),
            LinkIndex(2));
  EXPECT_EQ(plan.LinkFor(BotIndex(1), 0, Team::kFirst, Seating(0), 2),
            LinkIndex(9));
  EXPECT_EQ(plan.LinkFor(BotIndex(2), 0, Team::kSecond, Seating(0), 3),
            LinkIndex(13));
}

}  // namespace
}  // namespace couillon::arena
