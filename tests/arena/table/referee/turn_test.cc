// Timed play: one bot of a worker thinks at a time, even after failures, and
// the results are those of bulk play.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
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

// The state that the links of a worker share.
struct Room {
  std::function<Action(const CompiledRules&, const Observation&)> decide;
  // Whether a link crashes at its n-th question.
  std::function<bool(int link, int question)> crashes;
  // Whether a link's bot can be started.
  std::function<bool(int link)> starts;
  const CompiledRules* rules = nullptr;
  int thinking = 0;        // links
  std::vector<int> asked;  // links, in order
};

// Answers a question at the third look after it; starts and ends as slowly.
class ThinkingLink : public BotLink {
 public:
  ThinkingLink(int link, Room& room) : link_(link), room_(room) {}
  void Start() override {
    EXPECT_EQ(room_.thinking, 0) << "started while another thinks";
    ++room_.thinking;
    starting_ = true;
    looks_ = 0;
  }
  [[nodiscard]] BotLimits limits() const override { return {}; }
  void Send(std::span<const Question> batch) override {
    EXPECT_EQ(batch.size(), 1U);
    EXPECT_EQ(room_.thinking, 0) << "asked while another thinks";
    ++room_.thinking;
    room_.asked.push_back(link_);
    ++questions_;
    held_ = batch.front();
    looks_ = 0;
  }
  void Collect(std::vector<BotEvent>& events) override {
    if (!held_ && !starting_ && !ending_) return;
    if (++looks_ < 3) return;
    if (!held_) return EndPhase(events);
    const Question question = *held_;
    if (room_.crashes && room_.crashes(link_, questions_)) {
      held_.reset();
      ending_ = true;
      looks_ = 0;
      events.push_back(
          {.link = LinkIndex(link_), .kind = BotEvent::Kind::kEnding});
      return;
    }
    Stop();
    const Action action = room_.decide(*room_.rules, question.seen);
    events.push_back({.link = LinkIndex(link_),
                      .id = question.id,
                      .action = static_cast<std::uint32_t>(action.number())});
  }
  void Stop() override {
    if (held_ || starting_ || ending_) --room_.thinking;
    held_.reset();
    starting_ = ending_ = false;
  }

 private:
  void EndPhase(std::vector<BotEvent>& events) {
    const bool ready = starting_ && (!room_.starts || room_.starts(link_));
    const Verdict verdict = ready       ? Verdict::kNormal
                            : starting_ ? Verdict::kStartFailure
                                        : Verdict::kCrash;
    Stop();
    events.push_back(
        {.link = LinkIndex(link_),
         .kind = ready ? BotEvent::Kind::kReady : BotEvent::Kind::kFailure,
         .verdict = verdict});
  }

  int link_;
  Room& room_;
  std::optional<Question> held_;
  bool starting_ = false;
  bool ending_ = false;
  int looks_ = 0;
  int questions_ = 0;
};

// The parameter is the number of links of each bot.
class TurnTest : public ::testing::TestWithParam<int> {
 protected:
  TurnTest() : rules_(*wire::FindRules("basic-gerver")), deals_("turns") {
    config_ = {.rules = {&rules_},
               .deals = &deals_,
               .max_faults = 3,
               .tolerated_failures = 20,
               .batches = {.one_at_a_time = true}};
    room_.rules = &rules_;
    room_.decide = [this](const CompiledRules& rules, const Observation& seen) {
      return greedy_->Decide(rules, seen);
    };
  }

  // Plays a round robin of `bots`, the first of which are bundled. They are
  // divided if a bot has several links.
  std::vector<UnitResult> Play(int bots = 3, int bundled = 1) {
    config_.divided.assign(static_cast<std::size_t>(bots), links_of_a_bot_ > 1);
    BotLinks links;
    links.waiter = std::make_unique<testing_support::NoWaiter>();
    for (int link = 0; link < bots * links_of_a_bot_; ++link) {
      if (link < bundled * links_of_a_bot_ || !config_.batches.one_at_a_time) {
        links.links.push_back(std::make_unique<InProcessLink>(
            LinkIndex(link),
            [this](const CompiledRules& rules, const Observation& seen) {
              EXPECT_EQ(room_.thinking, 0) << "decides while another thinks";
              return room_.decide(rules, seen);
            },
            config_.rules));
      } else {
        links.links.push_back(std::make_unique<ThinkingLink>(link, room_));
      }
    }
    const Schedule schedule = Schedule::RoundRobin(bots, 1, 40, 10);
    std::vector<UnitResult> results;
    testing_support::PlayUnits(config_, std::move(links), schedule, results);
    EXPECT_EQ(static_cast<std::int64_t>(results.size()), schedule.units());
    return results;
  }

  // Expects that failures of bot a cost no other bot anything.
  void ExpectOthersAsInBulk(const std::vector<UnitResult>& results) {
    config_.batches.one_at_a_time = false;
    config_.disqualified_bot = nullptr;
    config_.time = {};
    const std::vector<UnitResult> bulk = Play();
    for (std::size_t unit = 0; unit < bulk.size(); ++unit) {
      if (bulk[unit].unit.Has(BotIndex(1))) continue;
      EXPECT_EQ(results[unit].outcome.scores, bulk[unit].outcome.scores)
          << unit;
      EXPECT_TRUE(results[unit].faults.empty()) << unit;
    }
  }

  CompiledRules rules_;
  const int links_of_a_bot_ = GetParam();
  UnitDeals deals_;
  RefereeConfig config_;
  std::unique_ptr<bots::Strategy> greedy_ = *bots::MakeStrategy("greedy");
  Room room_;
};

TEST_P(TurnTest, OneBotThinksAtATimeWithTheSameResults) {
  const std::vector<UnitResult> results = Play();
  EXPECT_GT(room_.asked.size(), 1000U);
  config_.batches.one_at_a_time = false;
  const std::vector<UnitResult> bulk = Play();
  for (std::size_t unit = 0; unit < bulk.size(); ++unit) {
    EXPECT_EQ(results[unit].outcome.scores, bulk[unit].outcome.scores) << unit;
    EXPECT_EQ(results[unit].outcome.counts.decisions,
              bulk[unit].outcome.counts.decisions)
        << unit;
  }
}

// In any other order one bot would wait while the other is asked repeatedly.
TEST_P(TurnTest, BotsAreAskedInTurn) {
  Play(/*bots=*/2, /*bundled=*/0);
  std::ptrdiff_t longest = 0;
  for (auto at = room_.asked.begin(); at != room_.asked.end();) {
    const auto end = std::find_if(at, room_.asked.end(),
                                  [at](int link) { return link != *at; });
    longest = std::max(longest, end - at);
    at = end;
  }
  EXPECT_LE(longest, 2);
}

TEST_P(TurnTest, ABotThatCrashesHoldsUpNoOtherBot) {
  room_.crashes = [this](int link, int question) {
    return link / links_of_a_bot_ == 1 && question % 7 == 0;
  };
  const std::vector<UnitResult> results = Play();
  EXPECT_EQ(results[0].outcome.lost_by, BotIndex(1));
  ExpectOthersAsInBulk(results);
}

TEST_P(TurnTest, ABotThatCannotBeStartedHoldsUpNoOtherBot) {
  // With a link for each seat, other links of the bot may already be thinking.
  room_.starts = [this](int link) { return link != 2 * links_of_a_bot_ - 1; };
  const std::vector<UnitResult> results = Play();
  EXPECT_EQ(results[0].outcome.lost_by, BotIndex(1));
  ExpectOthersAsInBulk(results);
}

TEST_P(TurnTest, AUnitThatIsLostUnderADecisionHoldsUpNoOtherBot) {
  config_.disqualified_bot =
      [this](const Unit& unit) -> std::optional<BotIndex> {
    if (!unit.Has(BotIndex(1)) || room_.asked.size() < 30) return std::nullopt;
    return BotIndex(1);
  };
  const std::vector<UnitResult> results = Play();
  EXPECT_EQ(results[0].outcome.lost_by, BotIndex(1));
  ExpectOthersAsInBulk(results);
}

TEST_P(TurnTest, ABotOverItsBudgetHoldsUpNoOtherBot) {
  config_.time.unit_budget = std::chrono::nanoseconds(1);
  for (const UnitResult& result : Play()) {
    EXPECT_GE(result.outcome.lost_by, BotIndex(1));
    EXPECT_EQ(result.faults.size(), 1U);
  }
  EXPECT_EQ(room_.thinking, 0);
}

INSTANTIATE_TEST_SUITE_P(Links, TurnTest, ::testing::Values(1, 4));

}  // namespace
}  // namespace couillon::arena
