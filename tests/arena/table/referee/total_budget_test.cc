// Bots that hold up a worker, by slow answers, starts and ends, on a clock set
// by hand: what they may take in the whole league, and that no other bot waits.
#include "arena/table/schedule/total_budget.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "arena/table/bot_index.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/budget_ledger.h"
#include "arena/table/referee/clock.h"
#include "arena/table/referee/link_plan.h"
#include "arena/table/referee/referee.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/schedule/unit_budget.h"
#include "arena/table/schedule/unit_deals.h"
#include "arena/table/unit/unit_result.h"
#include "arena/table/verdict.h"
#include "bots/cpp/bundled/bundled.h"
#include "bots/cpp/strategy.h"
#include "couillon/v1/league.pb.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_catalog.h"
#include "proto/ruleset_codec.h"
#include "tests/support/manual_clock.h"

namespace couillon::arena {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kTick(10);

// Time passes while the referee waits.
class Ticking final : public EventWaiter {
 public:
  explicit Ticking(testing_support::ManualClock& clock) : clock_(clock) {}
  void Poll() override { clock_.Advance(kTick); }
  void Wait(Clock::duration /*most*/) override {}

 private:
  testing_support::ManualClock& clock_;
};

struct Pace {
  milliseconds start{0};
  milliseconds answer{0};  // to a message
  bool crashes = false;    // in place of every answer
  milliseconds end{0};     // of a process that crashes
};

// A bot that plays like greedy, with delays.
class DelayedLink final : public BotLink {
 public:
  DelayedLink(int link, Pace pace, const CompiledRules& rules,
              const Clock& clock)
      : link_(link), pace_(pace), rules_(rules), clock_(clock) {}
  void Start() override {
    ++starts;
    Add(pace_.start,
        {.link = LinkIndex(link_), .kind = BotEvent::Kind::kReady});
  }
  [[nodiscard]] BotLimits limits() const override { return {}; }
  void Send(std::span<const Question> batch) override {
    if (pace_.crashes) {
      Add(pace_.answer,
          {.link = LinkIndex(link_), .kind = BotEvent::Kind::kEnding});
      Add(pace_.answer + pace_.end, {.link = LinkIndex(link_),
                                     .kind = BotEvent::Kind::kFailure,
                                     .verdict = Verdict::kCrash});
      return;
    }
    for (const Question& question : batch) {
      const Action action = greedy_->Decide(rules_, question.seen);
      Add(pace_.answer,
          {.link = LinkIndex(link_),
           .id = question.id,
           .action = static_cast<std::uint32_t>(action.number())});
    }
  }
  void Collect(std::vector<BotEvent>& events) override {
    std::erase_if(coming_, [&](auto& coming) {
      if (clock_.Now() < coming.first) return false;
      events.push_back(std::move(coming.second));
      return true;
    });
  }
  void Stop() override { coming_.clear(); }

  int starts = 0;

 private:
  void Add(milliseconds after, BotEvent event) {
    coming_.emplace_back(clock_.Now() + after, std::move(event));
  }

  int link_;
  Pace pace_;
  const CompiledRules& rules_;
  const Clock& clock_;
  std::unique_ptr<bots::Strategy> greedy_ = *bots::MakeStrategy("greedy");
  std::vector<std::pair<Clock::time_point, BotEvent>> coming_;
};

// How a worker asks.
struct Asking {
  std::string name;
  bool divided = false;
  bool one_at_a_time = false;
};

class TotalBudgetTest : public ::testing::TestWithParam<Asking> {
 protected:
  TotalBudgetTest() : rules_(*wire::FindRules("basic-gerver")), deals_("slow") {
    config_ = {.rules = {&rules_},
               .deals = &deals_,
               .divided = std::vector<bool>(3, GetParam().divided),
               .max_faults = 3,
               .tolerated_failures = 20,
               .batches = {.one_at_a_time = GetParam().one_at_a_time},
               .postpones = true,
               .clock = &clock_};
  }

  // Plays all units of a round robin of a bot with this pace and two others.
  // The bot may be waited for `budget`.
  std::vector<UnitResult> Play(Pace pace, milliseconds budget,
                               std::chrono::microseconds waited = {}) {
    ledger_.emplace(
        std::vector<milliseconds>{budget, milliseconds(0), milliseconds(0)},
        std::vector<std::chrono::microseconds>{waited});
    config_.budgets = &*ledger_;
    const LinkPlan plan(config_.divided, config_.rules, config_.teams);
    const int links_of_a_bot = plan.CountLinks(BotIndex(0));
    BotLinks links;
    links.waiter = std::make_unique<Ticking>(clock_);
    std::vector<DelayedLink*> slow;
    for (int link = 0; link < 3 * links_of_a_bot; ++link) {
      const bool of_others = link >= links_of_a_bot;
      auto made = std::make_unique<DelayedLink>(link, of_others ? Pace{} : pace,
                                                rules_, clock_);
      if (!of_others) slow.push_back(made.get());
      links.links.push_back(std::move(made));
    }
    const Schedule schedule = Schedule::RoundRobin(3, 1, 20, 10);
    std::vector<UnitResult> results;
    std::int64_t next = 0;
    const Clock::time_point begin = clock_.Now();
    others_done_ = Clock::duration(0);
    Referee referee(
        config_, std::move(links),
        [&]() -> std::optional<Unit> {
          if (next == schedule.units()) return std::nullopt;
          return schedule.unit(next++);
        },
        [&](UnitResult result) {
          if (!result.unit.Has(BotIndex(0))) {
            others_done_ = clock_.Now() - begin;
          }
          results.push_back(std::move(result));
        });
    referee.Run(std::atomic<bool>(false));
    took_ = clock_.Now() - begin;
    starts_ = 0;
    for (const DelayedLink* link : slow) starts_ += link->starts;
    EXPECT_EQ(static_cast<std::int64_t>(results.size()), schedule.units());
    std::ranges::sort(results, {}, [](const UnitResult& result) {
      return result.unit.number;
    });
    return results;
  }

  CompiledRules rules_;
  UnitDeals deals_;
  testing_support::ManualClock clock_;
  RefereeConfig config_;
  std::optional<BudgetLedger> ledger_;
  Clock::duration took_{0};         // by Play()
  Clock::duration others_done_{0};  // when the others had played all theirs
  int starts_ = 0;                  // of processes of the bot
};

constexpr milliseconds kUnlimited(0);

TEST_P(TotalBudgetTest, NobodyWaitsForABotOverItsBudget) {
  const std::vector<UnitResult> fast = Play({}, kUnlimited);
  const Clock::duration without_waiting = took_;
  const Pace pace = {.answer = milliseconds(300)};
  const std::vector<UnitResult> slow = Play(pace, milliseconds(1'000'000));
  ASSERT_GT(took_, 2 * without_waiting);
  // Enough to play all units, the last of them after the others.
  const auto enough =
      std::chrono::duration_cast<milliseconds>(ledger_->Waited()[0] * 6 / 10);
  const std::vector<UnitResult> postponed = Play(pace, enough);
  EXPECT_TRUE(ledger_->IsOver(BotIndex(0)));
  for (std::size_t unit = 0; unit < fast.size(); ++unit) {
    EXPECT_EQ(slow[unit].outcome, fast[unit].outcome);
    EXPECT_EQ(postponed[unit].outcome, fast[unit].outcome);
    EXPECT_TRUE(postponed[unit].faults.empty());
  }
  const milliseconds budget(500);
  Play(pace, budget);
  EXPECT_LE(others_done_, budget + without_waiting + pace.answer);
}

TEST_P(TotalBudgetTest, ABotThatHasSpentItForfeitsTheRest) {
  const std::vector<UnitResult> fast = Play({}, kUnlimited);
  const Clock::duration without_waiting = took_;
  const milliseconds budget(500);
  const std::vector<UnitResult> results =
      Play({.answer = milliseconds(90)}, budget);
  EXPECT_LE(took_,
            kForfeitAfter * budget + without_waiting + milliseconds(200));
  int forfeited = 0;
  for (std::size_t unit = 0; unit < results.size(); ++unit) {
    if (!results[unit].outcome.lost_by) {
      EXPECT_EQ(results[unit].outcome, fast[unit].outcome);
      continue;
    }
    ++forfeited;
    EXPECT_EQ(results[unit].outcome.lost_by, BotIndex(0));
    ASSERT_EQ(results[unit].faults.size(), 1U);
    EXPECT_EQ(results[unit].faults[0].verdict, Verdict::kOverBudget);
    EXPECT_NE(results[unit].faults[0].detail.find(
                  "at most 2 times its total budget of 500 ms"),
              std::string::npos);
  }
  EXPECT_GT(forfeited, 0);
}

TEST_P(TotalBudgetTest, SlowStartsAndEndsCountToo) {
  const milliseconds budget(2'000);
  Play({.start = milliseconds(400), .crashes = true, .end = milliseconds(300)},
       budget);
  const std::chrono::microseconds waited = ledger_->Waited()[0];
  EXPECT_GT(waited, budget);
  EXPECT_LE(waited, kForfeitAfter * budget + milliseconds(50));
}

TEST_P(TotalBudgetTest, WhoHasSpentItBeforeIsNotStarted) {
  for (const UnitResult& result :
       Play({}, milliseconds(100), milliseconds(201))) {
    EXPECT_EQ(result.outcome.lost_by.has_value(), result.unit.Has(BotIndex(0)));
  }
  EXPECT_EQ(starts_, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Asked, TotalBudgetTest,
    ::testing::Values(Asking{.name = "Bulk"},
                      Asking{.name = "Divided", .divided = true},
                      Asking{.name = "Strict", .one_at_a_time = true},
                      Asking{.name = "StrictDivided",
                             .divided = true,
                             .one_at_a_time = true}),
    [](const auto& asking) { return asking.param.name; });

v1::LeagueConfig Config() {
  v1::LeagueConfig config;
  config.set_mode(v1::LEAGUE_MODE_DEALS);
  config.set_items(100'000);
  config.set_block_items(100);
  config.add_bots()->set_builtin("greedy");
  config.add_bots()->add_command("a");
  config.add_bots()->mutable_remote()->set_address("b");
  *config.add_rulesets()->mutable_ruleset() =
      wire::ToMessage(wire::FindRules("basic-gerver")->ruleset);
  config.mutable_limits()->set_move_ms(10'000);
  config.mutable_limits()->set_unit_budget_ms(
      static_cast<std::uint64_t>(DefaultUnitBudget(config).count()));
  return config;
}

std::vector<double> Seconds(const v1::LeagueConfig& config, double share = 1) {
  std::vector<double> seconds;
  for (const milliseconds ms :
       TotalBudgets(config, MakeSchedule(config), share)) {
    seconds.push_back(static_cast<double>(ms.count()) / 1000);
  }
  return seconds;
}

TEST(TotalBudgetsTest, TheDefaultFollowsFromTheOtherLimits) {
  v1::LeagueConfig config = Config();
  // Half a second per deal and seating, of which a bot has 4 * 100,000.
  EXPECT_EQ(Seconds(config), (std::vector<double>{0, 2e5, 2e5}));
  EXPECT_EQ(Seconds(config, 0.25), (std::vector<double>{0, 5e4, 5e4}));
  EXPECT_EQ(Seconds(config, 1e-9), (std::vector<double>{0, 600, 600}));
  config.mutable_bots(1)->mutable_own_limits()->set_total_budget_ms(7'000);
  EXPECT_EQ(Seconds(config), (std::vector<double>{0, 7, 2e5}));
  config.mutable_limits()->set_total_budget_ms(0);
  EXPECT_EQ(Seconds(config), (std::vector<double>{0, 7, 0}));
}

TEST(TotalBudgetsTest, WhatTheUserGrantsPerUnitOrTableIsNeverForfeited) {
  v1::LeagueConfig config = Config();
  config.mutable_limits()->set_unit_budget_ms(300'000);
  EXPECT_EQ(Seconds(config)[1], 2000 * 300 / kForfeitAfter);
  config.mutable_limits()->set_unit_budget_ms(0);
  config.mutable_limits()->set_table_budget_ms(60'000);
  config.mutable_limits()->set_increment_ms(500);
  EXPECT_EQ(Seconds(config)[1], 4e5 * (60 + 20 * 0.5) / kForfeitAfter);
}

}  // namespace
}  // namespace couillon::arena
