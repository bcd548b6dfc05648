// The referee with bots that misbehave in every way that a link can report,
// without processes: the cost of each fault, and that only the bot pays it.
#include "arena/table/referee/referee.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>

#include "arena/table/quantity.h"
#include "arena/table/referee/in_process_link.h"
#include "bots/cpp/bundled/bundled.h"
#include "bots/cpp/strategy.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/manual_clock.h"

namespace couillon::arena {
namespace {

// What a link does with one batch: answers, and possibly a failure.
using Behaviour =
    std::function<void(std::span<const Question>, std::vector<BotEvent>&)>;

// The time of a scripted bot per batch and per event that it hands over.
constexpr std::chrono::microseconds kThinks(1);

// A link whose bot follows a script.
class ScriptedLink : public BotLink {
 public:
  ScriptedLink(Behaviour behaviour, testing_support::ManualClock& clock)
      : behaviour_(std::move(behaviour)), clock_(clock) {}
  void Start() override {
    ++starts;
    if (failing_starts > 0) {
      --failing_starts;
      events_.push_back({.link = LinkIndex{1},
                         .kind = BotEvent::Kind::kFailure,
                         .verdict = Verdict::kStartFailure,
                         .detail = "was not ready",
                         .may_start_again = true,
                         .is_excused = starts_are_excused});
    } else if (start_status.ok()) {
      events_.push_back({.link = LinkIndex{1}, .kind = BotEvent::Kind::kReady});
    } else {
      events_.push_back({.link = LinkIndex{1},
                         .kind = BotEvent::Kind::kFailure,
                         .verdict = Verdict::kStartFailure,
                         .detail = std::string(start_status.message())});
    }
  }
  [[nodiscard]] BotLimits limits() const override { return bot_limits; }
  void Send(std::span<const Question> batch) override {
    max_batch = std::max(max_batch, batch.size());
    clock_.Advance(kThinks);
    behaviour_(batch, events_);
  }
  void Collect(std::vector<BotEvent>& events) override {
    if (!events_.empty()) clock_.Advance(kThinks);
    const auto end =
        drips && !events_.empty() ? std::next(events_.begin()) : events_.end();
    handed += std::count_if(events_.begin(), end, [](const BotEvent& event) {
      return event.kind == BotEvent::Kind::kAnswer;
    });
    events.insert(events.end(), events_.begin(), end);
    events_.erase(events_.begin(), end);
  }
  void SendResults(int ruleset, std::span<const TableResult> results) override {
    EXPECT_EQ(ruleset, 0);
    received_results.emplace_back(results.begin(), results.end());
  }
  void Stop() override { events_.clear(); }

  std::vector<std::vector<TableResult>> received_results;
  absl::Status start_status;
  int failing_starts = 0;  // of those that come next; another may succeed
  bool starts_are_excused = false;  // the machine is the cause
  BotLimits bot_limits;
  int starts = 0;
  std::size_t max_batch = 0;
  bool drips = false;         // hands over one event at a time
  std::ptrdiff_t handed = 0;  // answers

 private:
  Behaviour behaviour_;
  testing_support::ManualClock& clock_;
  std::vector<BotEvent> events_;
};

class RefereeTest : public ::testing::Test {
 protected:
  RefereeTest() : rules_(*wire::FindRules("basic-gerver")), deals_("faults") {
    config_ = {.rules = {&rules_},
               .deals = &deals_,
               .record_deals = true,
               .max_faults = 3,
               .tolerated_failures = 20,
               .clock = &clock_};
  }

  static BotEvent Answer(const Question& question, Action action) {
    return {.link = LinkIndex{1},
            .id = question.id,
            .action = static_cast<std::uint32_t>(action.number())};
  }
  Action Greedy(const Question& question) {
    return greedy_->Decide(rules_, question.seen);
  }
  static BotEvent Failure(Verdict verdict) {
    return {.link = LinkIndex{1},
            .kind = BotEvent::Kind::kFailure,
            .verdict = verdict,
            .detail = "scripted"};
  }

  // Plays units of a pairing of greedy against the scripted bot.
  std::vector<UnitResult> Play(Behaviour behaviour, int units = 1,
                               absl::Status start = absl::OkStatus()) {
    const Schedule schedule =
        Schedule::RoundRobin(2, 1, static_cast<std::uint64_t>(units) * 40, 40);
    auto scripted =
        std::make_unique<ScriptedLink>(std::move(behaviour), clock_);
    scripted->start_status = start;
    scripted->failing_starts = failing_starts_;
    scripted->starts_are_excused = starts_are_excused_;
    scripted->bot_limits = limits_;
    scripted->drips = drips_;
    scripted_ = scripted.get();
    BotLinks links;
    links.links.push_back(std::make_unique<InProcessLink>(
        LinkIndex{0},
        [this](const CompiledRules& rules, const Observation& seen) {
          clock_.Advance(greedy_thinks_);
          greedy_time_ += greedy_thinks_;
          return greedy_->Decide(rules, seen);
        },
        config_.rules));
    links.links.push_back(std::move(scripted));
    std::vector<UnitResult> results;
    std::int64_t next = 0;
    Referee referee(
        config_, std::move(links),
        [&]() -> std::optional<Unit> {
          if (next == schedule.units()) return std::nullopt;
          return schedule.unit(next++);
        },
        [&](UnitResult result) { results.push_back(std::move(result)); });
    referee.Run(stop_);
    unstartable_ = referee.unstartable();
    starts_ = scripted_->starts;
    results_ = scripted_->received_results;
    max_batch_ = scripted_->max_batch;
    handed_ = scripted_->handed;
    return results;
  }

  Behaviour AllGood() {
    return [this](auto batch, auto& events) {
      for (const Question& question : batch) {
        events.push_back(Answer(question, Greedy(question)));
      }
    };
  }

  CompiledRules rules_;
  UnitDeals deals_;
  testing_support::ManualClock clock_;
  RefereeConfig config_;
  BotLimits limits_;
  bool drips_ = false;
  int failing_starts_ = 0;
  bool starts_are_excused_ = false;
  std::optional<Referee::Unstartable> unstartable_;
  Clock::duration greedy_thinks_{0};  // per decision
  Clock::duration greedy_time_{0};    // total
  std::unique_ptr<bots::Strategy> greedy_ = *bots::MakeStrategy("greedy");
  ScriptedLink* scripted_ = nullptr;
  int starts_ = 0;
  std::vector<std::vector<TableResult>> results_;
  std::size_t max_batch_ = 0;
  std::ptrdiff_t handed_ = 0;
  std::atomic<bool> stop_ = false;
};

TEST_F(RefereeTest, AGoodBotHasNoFaults) {
  const auto results = Play(AllGood());
  ASSERT_EQ(results.size(), 1U);
  EXPECT_TRUE(results[0].faults.empty());
  EXPECT_EQ(results[0].outcome.scores.size(), 40U);
  EXPECT_EQ(results[0].outcome.counts.deals, 80);
  EXPECT_EQ(results[0].records.size(), 80U);
  EXPECT_EQ(starts_, 1);
}

TEST_F(RefereeTest, OnlyABotThatWantsResultsReceivesThem) {
  const auto unasked = Play(AllGood(), 3);
  EXPECT_TRUE(results_.empty());
  limits_.wants_results = true;
  const auto asked = Play(AllGood(), 3);
  ASSERT_EQ(asked.size(), 3U);
  ASSERT_EQ(results_.size(), 3U);
  for (std::size_t unit = 0; unit < asked.size(); ++unit) {
    EXPECT_EQ(asked[unit].outcome.scores, unasked[unit].outcome.scores);
    // The results of all tables of the unit for the second bot, sorted, so that
    // they do not reveal the order of deals.
    std::vector<TableResult> expected;
    for (const DealOfUnit& hand : asked[unit].records) {
      expected.push_back(
          {.half_points = 2 - hand.outcome.half_points,
           .half_game_points =
               -hand.outcome.lead_halves[Quantity::kGamePoints]});
    }
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(results_[unit], expected);
  }
}

TEST_F(RefereeTest, AnIllegalActionForfeitsThatDealAlone) {
  const auto good = Play(AllGood());
  bool done = false;
  const auto results = Play([&](auto batch, auto& events) {
    for (const Question& question : batch) {
      const bool wrong = !done && question.seen.phase == Phase::kPlay;
      done = done || wrong;
      events.push_back(Answer(question, wrong ? kSayRe : Greedy(question)));
    }
  });
  ASSERT_EQ(results.size(), 1U);
  ASSERT_EQ(results[0].faults.size(), 1U);
  const Fault& fault = results[0].faults[0];
  EXPECT_EQ(fault.verdict, Verdict::kIllegalAction);
  EXPECT_TRUE(fault.forfeits);
  EXPECT_NE(fault.detail.find("answered re"), std::string::npos);
  EXPECT_NE(fault.detail.find("legal"), std::string::npos);
  EXPECT_EQ(results[0].outcome.counts.forfeits, 1);
  int different = 0;
  for (std::size_t i = 0; i < good[0].records.size(); ++i) {
    const DealOfUnit& hand = results[0].records[i];
    if (hand.outcome == good[0].records[i].outcome) continue;
    ++different;
    EXPECT_EQ(hand.item, fault.item);
    EXPECT_EQ(hand.seating, fault.seating);
    EXPECT_EQ(hand.outcome.forfeited_by, Team::kSecond);
  }
  EXPECT_EQ(different, 1);
}

TEST_F(RefereeTest, ACrashIsPinnedOnTheDecisionThatCausesIt) {
  const auto good = Play(AllGood());
  // The bot crashes at these decisions, in any batch.
  const auto cursed = [](const Question& question) {
    return question.seen.dealer == 1 && question.seen.phase == Phase::kPlay &&
           question.seen.played_count == 3 &&
           question.seen.hand.Has(Card(Suit::kSpades, Rank::kAce));
  };
  const auto play = [&] {
    return Play([&](auto batch, auto& events) {
      for (const Question& question : batch) {
        if (cursed(question)) {
          events.push_back(Failure(Verdict::kCrash));
          return;
        }
        events.push_back(Answer(question, Greedy(question)));
      }
    });
  };
  config_.max_faults = 1000;
  const auto results = play();
  ASSERT_EQ(results.size(), 1U);
  EXPECT_GT(results[0].outcome.counts.forfeits, 0);
  for (std::size_t i = 0; i < good[0].records.size(); ++i) {
    const Outcome& outcome = results[0].records[i].outcome;
    if (!outcome.forfeited_by) {
      EXPECT_EQ(outcome, good[0].records[i].outcome);
    }
  }
  std::int64_t forfeits = 0;
  for (const Fault& fault : results[0].faults) forfeits += fault.forfeits;
  EXPECT_EQ(forfeits, results[0].outcome.counts.forfeits);
  EXPECT_EQ(play()[0].outcome.scores, results[0].outcome.scores);
}

TEST_F(RefereeTest, ACrashThatDoesNotRecurCostsNothing) {
  const auto good = Play(AllGood());
  bool crashed = false;
  const auto results = Play([&](auto batch, auto& events) {
    if (!crashed && batch.size() > 1) {
      crashed = true;
      events.push_back(Failure(Verdict::kCrash));
      return;
    }
    for (const Question& question : batch) {
      events.push_back(Answer(question, Greedy(question)));
    }
  });
  ASSERT_EQ(results.size(), 1U);
  EXPECT_EQ(results[0].outcome.scores, good[0].outcome.scores);
  ASSERT_EQ(results[0].faults.size(), 1U);
  EXPECT_FALSE(results[0].faults[0].forfeits);
  EXPECT_EQ(starts_, 2);
}

// A failure turns out to be costless only later, so the next failure counts it.
TEST_F(RefereeTest, MoreCostlessFailuresThanToleratedForfeitTheRest) {
  const auto play = [&] {
    int failures = 0;
    return Play(
        [&](auto batch, auto& events) {
          if (batch.size() > 1 && failures < 4 &&
              scripted_->starts > failures) {
            ++failures;
            events.push_back(Failure(Verdict::kCrash));
            return;
          }
          AllGood()(batch, events);
        },
        4);
  };
  config_.tolerated_failures = 3;
  for (const UnitResult& result : play()) {
    EXPECT_EQ(result.outcome.counts.forfeits, 0);
  }
  config_.tolerated_failures = 2;
  const auto results = play();
  EXPECT_EQ(results.back().outcome.counts.forfeits, 80);
  ASSERT_FALSE(results.back().faults.empty());
  const std::string& detail = results.back().faults.back().detail;
  EXPECT_NE(detail.find("failed 3 times without an offending decision, at most "
                        "2 are tolerated"),
            std::string::npos)
      << detail;
}

TEST_F(RefereeTest, ADecisionTakesItsTimeFromTheClockAndAddsTheIncrement) {
  config_.batches.one_at_a_time = true;
  config_.time = {.budget = std::chrono::seconds(1),
                  .increment = std::chrono::milliseconds(10),
                  .move = std::chrono::seconds(10)};
  std::set<std::int64_t> limits;  // in ms
  const auto results = Play([&](auto batch, auto& events) {
    for (const Question& question : batch) {
      limits.insert(question.limit.count());
    }
    clock_.Advance(std::chrono::milliseconds(30));
    AllGood()(batch, events);
  });
  EXPECT_TRUE(results[0].faults.empty());
  // Each decision of a side at its table takes 30 ms and adds 10 ms; the link
  // adds a microsecond.
  std::set<std::int64_t> expected = {1000};
  while (expected.size() < limits.size()) {
    expected.insert(1000 - 20 * std::ssize(expected) - 1);
  }
  EXPECT_EQ(limits, expected);
  EXPECT_GE(limits.size(), 8U) << "a side plays eight cards";
}

TEST_F(RefereeTest, ABotIsTimedByItsOwnClockAndBudget) {
  using std::chrono::seconds;
  config_.batches.one_at_a_time = true;
  config_.time = {.budget = seconds(50), .move = seconds(90)};
  config_.own_time = {{.time = config_.time},
                      {.time = {.budget = seconds(1), .move = seconds(90)}}};
  std::set<std::int64_t> limits;  // in ms
  const auto asked = [&](auto batch, auto& events) {
    for (const Question& question : batch) {
      limits.insert(question.limit.count());
    }
    clock_.Advance(std::chrono::milliseconds(30));
    AllGood()(batch, events);
  };
  EXPECT_TRUE(Play(asked)[0].faults.empty());
  EXPECT_EQ(*limits.rbegin(), 1000);
  EXPECT_GT(*limits.begin(), 0);
  config_.own_time[1].time.unit_budget = std::chrono::milliseconds(29);
  const auto results = Play(asked);
  ASSERT_FALSE(results[0].faults.empty());
  EXPECT_EQ(results[0].faults[0].verdict, Verdict::kTimeout);
}

TEST_F(RefereeTest, TooManyFaultsForfeitTheWholeUnitInAnyOrder) {
  const auto always_wrong = [&](auto batch, auto& events) {
    for (const Question& question : batch) {
      events.push_back(Answer(question, kSayRe));
    }
  };
  const auto results = Play(always_wrong, 2);
  ASSERT_EQ(results.size(), 2U);
  for (const UnitResult& result : results) {
    EXPECT_EQ(result.outcome.counts.forfeits, 80);
    // Greedy, the first bot, has won both seatings of every deal.
    EXPECT_EQ(result.outcome.scores, PairScores(40, PairScore::OfTwo(2, 2)));
    EXPECT_EQ(result.faults.size(), 3U);
    EXPECT_EQ(result.outcome.counts.decisions, 0);
  }
}

TEST_F(RefereeTest, ABotThatOverrunsItsBudgetLosesTheUnit) {
  config_.time.unit_budget = std::chrono::nanoseconds(1);
  for (const bool drips : {false, true}) {
    drips_ = drips;
    const auto results = Play(AllGood(), 4);
    ASSERT_EQ(results.size(), 4U);
    for (const UnitResult& result : results) {
      EXPECT_EQ(result.outcome.lost_by, BotIndex(1));
      EXPECT_EQ(result.outcome.counts.forfeits, 80);
      ASSERT_EQ(result.faults.size(), 1U);
      const Fault& fault = result.faults[0];
      EXPECT_EQ(fault.verdict, Verdict::kTimeout);
      EXPECT_EQ(fault.bot, BotIndex(1));
      EXPECT_TRUE(fault.forfeits);
      EXPECT_NE(fault.detail.find("in one unit of work, at most 0 ms"),
                std::string::npos)
          << fault.detail;
    }
    EXPECT_EQ(starts_, 1) << "answers to lost units are taken in";
  }
}

TEST_F(RefereeTest, TimeForAnswersThatComeTooLateIsChargedToo) {
  config_.time.unit_budget = std::chrono::nanoseconds(1);
  drips_ = true;
  ASSERT_EQ(Play(AllGood(), 8).size(), 8U);
  // Every answer costs a unit. If late answers to a lost unit were free, only
  // every second answer would.
  EXPECT_EQ(handed_, 8);
}

TEST_F(RefereeTest, TheOpponentsThinkingIsNotCharged) {
  config_.batches.max_batch = 16;  // so that the referee never stalls
  config_.time.unit_budget = std::chrono::milliseconds(300);
  greedy_thinks_ = std::chrono::milliseconds(1);
  const auto results = Play(AllGood());
  ASSERT_GT(greedy_time_, 2 * config_.time.unit_budget);
  EXPECT_TRUE(results[0].faults.empty());
}

TEST_F(RefereeTest, ABudgetThatSufficesChangesNothing) {
  const auto without = Play(AllGood(), 3);
  config_.time.unit_budget = std::chrono::minutes(2);
  drips_ = true;
  const auto with = Play(AllGood(), 3);
  ASSERT_EQ(with.size(), without.size());
  for (std::size_t unit = 0; unit < with.size(); ++unit) {
    EXPECT_EQ(with[unit].outcome.scores, without[unit].outcome.scores);
    EXPECT_EQ(with[unit].outcome.counts.decisions,
              without[unit].outcome.counts.decisions);
    EXPECT_TRUE(with[unit].faults.empty());
  }
}

TEST_F(RefereeTest, ABotThatCannotBeStartedForfeits) {
  const auto results =
      Play(AllGood(), 2, absl::UnavailableError("no such program"));
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0].outcome.counts.forfeits, 80);
  EXPECT_EQ(results[1].outcome.counts.forfeits, 80);
  ASSERT_FALSE(results[0].faults.empty());
  EXPECT_EQ(results[0].faults[0].verdict, Verdict::kStartFailure);
  EXPECT_EQ(results[0].faults[0].detail, "no such program");
}

// Returns the faults that cost a deal or more.
std::ptrdiff_t CountForfeits(const UnitResult& result) {
  return std::ranges::count(result.faults, true, &Fault::forfeits);
}

TEST_F(RefereeTest, AStartThatFailsTwiceCostsNothing) {
  const auto good = Play(AllGood());
  failing_starts_ = kMaxStartRetries;
  const auto results = Play(AllGood());
  EXPECT_EQ(starts_, 1 + kMaxStartRetries);
  ASSERT_EQ(results.size(), 1U);
  EXPECT_EQ(results[0].outcome, good[0].outcome);
  EXPECT_EQ(CountForfeits(results[0]), 0);
  ASSERT_EQ(results[0].faults.size(), 2U) << "each attempt is counted";
  EXPECT_EQ(results[0].faults[1].verdict, Verdict::kStartFailure);
  EXPECT_EQ(results[0].faults[1].detail,
            "attempt 2 of 3 to start it: was not ready");
}

TEST_F(RefereeTest, AStartThatFailsThreeTimesForfeits) {
  failing_starts_ = 1 + kMaxStartRetries;
  const auto results = Play(AllGood(), 2);
  EXPECT_EQ(starts_, 1 + kMaxStartRetries);
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0].outcome.counts.forfeits, 80);
  EXPECT_EQ(results[1].outcome.counts.forfeits, 80);
  EXPECT_EQ(CountForfeits(results[0]), 1);
}

TEST_F(RefereeTest, AMachineThatCannotStartABotEndsPlayWithoutForfeits) {
  starts_are_excused_ = true;
  failing_starts_ = kMaxStartRetries;
  EXPECT_EQ(CountForfeits(Play(AllGood()).at(0)), 0);
  EXPECT_FALSE(unstartable_.has_value());
  failing_starts_ = 1 + kMaxStartRetries;
  EXPECT_TRUE(Play(AllGood(), 2).empty()) << "no unit was played";
  ASSERT_TRUE(unstartable_.has_value());
  EXPECT_EQ(unstartable_->bot, BotIndex(1));
  EXPECT_EQ(unstartable_->why, "attempt 3 of 3 to start it: was not ready");
}

// It sees the same cards again, and no others.
TEST_F(RefereeTest, ADecisionIsAskedAgainIfTheMachineStalled) {
  limits_ = {.max_batch = 1, .max_in_flight = 1};
  const auto good = Play(AllGood());
  for (const int stalls : {kMaxStallRetries, 1 + kMaxStallRetries}) {
    int left = stalls;
    std::vector<Observation> asked;
    const auto results = Play([&](auto batch, auto& events) {
      const Question& question = batch.front();
      const bool is_first = asked.empty() || question.seen == asked.front();
      if (is_first && left > 0) {
        --left;
        asked.push_back(question.seen);
        BotEvent failure = Failure(Verdict::kTimeout);
        failure.is_excused = true;
        events.push_back(failure);
        return;
      }
      events.push_back(Answer(question, Greedy(question)));
    });
    const bool forfeits = stalls > kMaxStallRetries;
    ASSERT_EQ(results.size(), 1U);
    EXPECT_EQ(CountForfeits(results[0]), forfeits ? 1 : 0);
    EXPECT_EQ(results[0].outcome.counts.forfeits, forfeits ? 1 : 0);
    EXPECT_EQ(results[0].faults.size(), static_cast<std::size_t>(stalls));
    EXPECT_EQ(results[0].outcome == good[0].outcome, !forfeits);
  }
}

// As many stalls at other decisions as there may be costless failures.
TEST_F(RefereeTest, StallsDoNotCountAsFailuresWithoutAnOffender) {
  limits_ = {.max_batch = 1, .max_in_flight = 1};
  config_.tolerated_failures = 3;
  int asked = 0;
  const auto results = Play([&](auto batch, auto& events) {
    const Question& question = batch.front();
    if (++asked % 10 == 0) {
      BotEvent failure = Failure(Verdict::kTimeout);
      failure.is_excused = true;
      events.push_back(failure);
      return;
    }
    events.push_back(Answer(question, Greedy(question)));
  });
  ASSERT_EQ(results.size(), 1U);
  EXPECT_GT(results[0].faults.size(), 10U);
  EXPECT_EQ(CountForfeits(results[0]), 0);
}

TEST_F(RefereeTest, LoadingAtTheFirstDecisionIsNotChargedToTheBudget) {
  using std::chrono::milliseconds;
  limits_ = {.max_batch = 1, .max_in_flight = 1};
  config_.time.move = milliseconds(10);
  config_.time.unit_budget = milliseconds(50);
  for (const bool at_first : {true, false}) {
    int messages = 0;
    const auto results = Play([&](auto batch, auto& events) {
      // Less than a stall of the referee.
      if (++messages == (at_first ? 1 : 2)) clock_.Advance(milliseconds(90));
      AllGood()(batch, events);
    });
    ASSERT_EQ(results.size(), 1U);
    EXPECT_EQ(results[0].outcome.lost_by.has_value(), !at_first);
  }
}

TEST_F(RefereeTest, AnAnswerToNothingIsAProtocolError) {
  bool done = false;
  const auto results = Play([&](auto batch, auto& events) {
    for (const Question& question : batch) {
      BotEvent answer = Answer(question, Greedy(question));
      if (!done) answer.id += 1000;
      done = true;
      events.push_back(answer);
    }
  });
  ASSERT_EQ(results.size(), 1U);
  ASSERT_EQ(results[0].faults.size(), 1U);
  EXPECT_EQ(results[0].faults[0].verdict, Verdict::kProtocolError);
}

TEST_F(RefereeTest, AnsweringTwiceIsAProtocolError) {
  bool done = false;
  const auto results = Play([&](auto batch, auto& events) {
    for (const Question& question : batch) {
      events.push_back(Answer(question, Greedy(question)));
      if (!done && batch.size() > 1) {
        events.push_back(events.back());
        done = true;
      }
    }
  });
  ASSERT_EQ(results.size(), 1U);
  ASSERT_EQ(results[0].faults.size(), 1U);
  EXPECT_EQ(results[0].faults[0].verdict, Verdict::kProtocolError);
  EXPECT_EQ(starts_, 2);
}

TEST_F(RefereeTest, ABotThatWantsOneAtATimeGetsOne) {
  limits_ = {.max_batch = 1, .max_in_flight = 1};
  const auto results = Play(AllGood());
  ASSERT_EQ(results.size(), 1U);
  EXPECT_EQ(max_batch_, 1U);
}

TEST_F(RefereeTest, TheIdsOfOpenDecisionsAreDistinct) {
  const auto results = Play([&](auto batch, auto& events) {
    std::set<std::uint32_t> ids;
    for (const Question& question : batch) {
      EXPECT_TRUE(ids.insert(question.id).second);
      events.push_back(Answer(question, Greedy(question)));
    }
  });
  EXPECT_EQ(results.size(), 1U);
}

TEST_F(RefereeTest, OnStopItDropsUnitsUnderWay) {
  const auto results = Play(
      [&](auto batch, auto& events) {
        for (const Question& question : batch) {
          events.push_back(Answer(question, Greedy(question)));
        }
        stop_ = true;
      },
      5);
  EXPECT_LT(results.size(), 5U);
}

}  // namespace
}  // namespace couillon::arena
