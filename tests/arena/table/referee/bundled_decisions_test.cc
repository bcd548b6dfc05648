// Bundled bots decide inside the referee: what others may expect of it
// meanwhile.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "arena/table/bot_index.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/clock.h"
#include "arena/table/referee/in_process_link.h"
#include "arena/table/referee/referee.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/schedule/unit_deals.h"
#include "arena/table/unit/unit_result.h"
#include "arena/table/verdict.h"
#include "engine/cards/action.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/manual_clock.h"
#include "tests/support/played_units.h"

namespace couillon::arena {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kThinks(7);  // a bundled bot, for one decision

// A bot that is waited for: it answers when it is looked at, and keeps the
// longest time between two looks while it has something to answer.
class WatchingLink final : public BotLink {
 public:
  WatchingLink(LinkIndex link, const Clock& clock, Clock::duration& longest)
      : link_(link), clock_(clock), longest_(longest) {}
  void Start() override { starting_ = true; }
  [[nodiscard]] BotLimits limits() const override { return {}; }
  void Send(std::span<const Question> batch) override {
    if (answers_.empty()) looked_ = clock_.Now();
    for (const Question& question : batch) {
      answers_.push_back({.link = link_,
                          .id = question.id,
                          .action = static_cast<std::uint32_t>(
                              question.seen.legal.Nth(0).number())});
    }
  }
  void Collect(std::vector<BotEvent>& events) override {
    if (std::exchange(starting_, false)) {
      events.push_back({.link = link_, .kind = BotEvent::Kind::kReady});
    }
    if (answers_.empty()) return;
    longest_ = std::max(longest_, clock_.Now() - looked_);
    looked_ = clock_.Now();
    events.push_back(answers_.front());  // one at a time
    answers_.erase(answers_.begin());
  }
  void Stop() override { answers_.clear(); }

 private:
  LinkIndex link_;
  const Clock& clock_;
  Clock::duration& longest_;
  Clock::time_point looked_;
  std::vector<BotEvent> answers_;
  bool starting_ = false;
};

class BundledDecisionsTest : public ::testing::Test {
 protected:
  BundledDecisionsTest()
      : rules_(tests::Rules("basic-gerver")), deals_("bundled") {
    config_ = {.rules = {&rules_},
               .deals = &deals_,
               .max_faults = 1,
               .clock = &clock_};
  }

  void AddBundled(DecideFunction decide) {
    links_.links.push_back(std::make_unique<InProcessLink>(
        LinkIndex(static_cast<int>(links_.links.size())), std::move(decide),
        config_.rules));
  }

  CompiledRules rules_;
  UnitDeals deals_;
  testing_support::ManualClock clock_;
  RefereeConfig config_;
  BotLinks links_;
};

TEST_F(BundledDecisionsTest, OtherBotsAreHeardWhileBundledBotsThink) {
  links_.waiter = std::make_unique<testing_support::NoWaiter>();
  for (int bot = 0; bot < 2; ++bot) {
    AddBundled([this](const CompiledRules&, const Observation& seen) {
      clock_.Advance(kThinks);
      return seen.legal.Nth(0);
    });
  }
  Clock::duration longest{0};
  links_.links.push_back(
      std::make_unique<WatchingLink>(LinkIndex(2), clock_, longest));
  std::vector<UnitResult> results;
  testing_support::PlayUnits(config_, std::move(links_),
                             Schedule::RoundRobin(3, 1, 20, 5), results);
  EXPECT_EQ(results.size(), 12U);
  for (const UnitResult& result : results) {
    EXPECT_TRUE(result.faults.empty());
  }
  EXPECT_GT(longest, kThinks) << "they think while the other has to answer";
  EXPECT_LT(longest, milliseconds(20) + 2 * kThinks);
}

TEST_F(BundledDecisionsTest, StopEndsPlayAfterTheDecisionUnderWay) {
  std::atomic<bool> stop = false;
  int decided = 0;
  for (int bot = 0; bot < 2; ++bot) {
    AddBundled([&](const CompiledRules&, const Observation& seen) {
      if (++decided == 30) stop = true;
      return seen.legal.Nth(0);
    });
  }
  std::int64_t next = 0;
  const Schedule schedule = Schedule::RoundRobin(2, 1, 1000, 10);
  Referee referee(
      config_, std::move(links_),
      [&]() -> std::optional<Unit> { return schedule.unit(next++); },
      [](const UnitResult& /*result*/) { FAIL() << "no unit is complete"; });
  referee.Run(stop);
  EXPECT_EQ(decided, 30);
}

TEST_F(BundledDecisionsTest, IllegalActionForfeitsTheTableAndNamesIt) {
  AddBundled([](const CompiledRules&, const Observation& seen) {
    return seen.legal.Nth(0);
  });
  AddBundled([](const CompiledRules&, const Observation& seen) {
    return seen.phase == Phase::kPlay ? Action(200) : seen.legal.Nth(0);
  });
  std::vector<UnitResult> results;
  testing_support::PlayUnits(config_, std::move(links_),
                             Schedule::RoundRobin(2, 1, 4, 4), results);
  ASSERT_EQ(results.size(), 1U);
  ASSERT_FALSE(results[0].faults.empty());
  const Fault& fault = results[0].faults.front();
  EXPECT_EQ(fault.bot, BotIndex(1));
  EXPECT_EQ(fault.verdict, Verdict::kIllegalAction);
  EXPECT_NE(fault.detail.find("200"), std::string::npos) << fault.detail;
}

}  // namespace
}  // namespace couillon::arena
