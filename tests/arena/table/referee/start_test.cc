// A bot that starts or ends delays no other bot: the referee asks the others
// meanwhile.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "arena/table/bot_index.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/in_process_link.h"
#include "arena/table/referee/referee.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/schedule/unit_deals.h"
#include "arena/table/unit/unit_result.h"
#include "arena/table/verdict.h"
#include "bots/cpp/bundled/bundled.h"
#include "bots/cpp/strategy.h"
#include "engine/cards/action.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/played_units.h"

namespace couillon::arena {
namespace {

constexpr LinkIndex kHeld{2};

// A bot whose start and end take until `released`. It plays as `decide` does,
// and fails when it is asked for the `fails_at`-th time.
class HeldLink : public BotLink {
 public:
  using Decide = std::function<Action(const Observation&)>;
  HeldLink(Decide decide, std::function<bool()> released, int fails_at)
      : decide_(std::move(decide)),
        released_(std::move(released)),
        fails_at_(fails_at) {}

  void Start() override { next_ = BotEvent::Kind::kReady; }
  [[nodiscard]] BotLimits limits() const override {
    return {.max_batch = 1, .max_in_flight = 1};
  }
  void Send(std::span<const Question> batch) override {
    EXPECT_FALSE(next_.has_value()) << "asked while it starts or ends";
    if (++asked_ == fails_at_) {
      events_.push_back({.link = kHeld, .kind = BotEvent::Kind::kEnding});
      next_ = BotEvent::Kind::kFailure;
      return;
    }
    for (const Question& question : batch) {
      const Action action = decide_(question.seen);
      events_.push_back(
          {.link = kHeld,
           .id = question.id,
           .action = static_cast<std::uint32_t>(action.number())});
    }
  }
  void Collect(std::vector<BotEvent>& events) override {
    events.insert(events.end(), events_.begin(), events_.end());
    events_.clear();
    if (!next_ || !released_()) return;
    const BotEvent::Kind kind = *std::exchange(next_, std::nullopt);
    events.push_back({.link = kHeld,
                      .kind = kind,
                      .verdict = kind == BotEvent::Kind::kFailure
                                     ? Verdict::kCrash
                                     : Verdict::kNormal});
  }
  void Stop() override { next_.reset(); }

 private:
  Decide decide_;
  std::function<bool()> released_;
  int fails_at_;
  int asked_ = 0;
  std::optional<BotEvent::Kind> next_;  // the event held back
  std::vector<BotEvent> events_;
};

class StartTest : public ::testing::Test {
 protected:
  StartTest() : rules_(*wire::FindRules("basic-gerver")), deals_("starts") {
    config_ = {.rules = {&rules_},
               .deals = &deals_,
               .record_deals = true,
               .max_faults = 3,
               .tolerated_failures = 20};
  }

  // Plays a round robin of two bundled bots and the held one, which is released
  // when the first two have finished their `units`, or at once.
  std::vector<UnitResult> Play(bool held, int fails_at) {
    BotLinks links;
    links.waiter = std::make_unique<testing_support::NoWaiter>();
    for (int link = 0; link < 2; ++link) {
      links.links.push_back(std::make_unique<InProcessLink>(
          LinkIndex(link),
          [this](const CompiledRules& rules, const Observation& seen) {
            return greedy_->Decide(rules, seen);
          },
          config_.rules));
    }
    const Schedule schedule = Schedule::RoundRobin(3, 1, 40, 10);
    std::vector<UnitResult> results;
    const auto others_are_done = [&results] {
      return std::ranges::any_of(results, [](const UnitResult& result) {
        return !result.unit.Has(BotIndex(2));
      });
    };
    links.links.push_back(std::make_unique<HeldLink>(
        [this](const Observation& seen) {
          return greedy_->Decide(rules_, seen);
        },
        [=] { return !held || others_are_done(); }, fails_at));
    testing_support::PlayUnits(config_, std::move(links), schedule, results);
    EXPECT_EQ(static_cast<std::int64_t>(results.size()), schedule.units());
    return results;
  }

  CompiledRules rules_;
  UnitDeals deals_;
  RefereeConfig config_;
  std::unique_ptr<bots::Strategy> greedy_ = *bots::MakeStrategy("greedy");
};

TEST_F(StartTest, OthersPlayWhileABotStarts) {
  const std::vector<UnitResult> held = Play(/*held=*/true, /*fails_at=*/0);
  const std::vector<UnitResult> at_once = Play(/*held=*/false, /*fails_at=*/0);
  for (std::size_t unit = 0; unit < held.size(); ++unit) {
    EXPECT_EQ(held[unit].outcome.scores, at_once[unit].outcome.scores) << unit;
    EXPECT_TRUE(held[unit].faults.empty()) << unit;
  }
}

TEST_F(StartTest, TheDecisionAtWhichABotFailedIsBlamedHoweverLongItEnds) {
  constexpr int kFailsAt = 7;
  const std::vector<UnitResult> held = Play(/*held=*/true, kFailsAt);
  const std::vector<UnitResult> at_once = Play(/*held=*/false, kFailsAt);
  std::int64_t forfeits = 0;
  for (std::size_t unit = 0; unit < held.size(); ++unit) {
    EXPECT_EQ(held[unit].outcome.scores, at_once[unit].outcome.scores) << unit;
    ASSERT_EQ(held[unit].faults.size(), at_once[unit].faults.size()) << unit;
    forfeits += held[unit].outcome.counts.forfeits;
    for (std::size_t i = 0; i < held[unit].faults.size(); ++i) {
      EXPECT_EQ(held[unit].faults[i].bot, BotIndex(2));
      EXPECT_EQ(held[unit].faults[i].verdict, Verdict::kCrash);
      EXPECT_EQ(held[unit].faults[i].item, at_once[unit].faults[i].item);
    }
  }
  EXPECT_EQ(forfeits, 1);
}

}  // namespace
}  // namespace couillon::arena
