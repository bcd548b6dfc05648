// Batches of one link: their size, the order of retries, and which failures
// are attributed to a decision.
#include "arena/referee/decision_queue.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "arena/referee/bot_link.h"
#include "arena/referee/clock.h"

namespace couillon::arena {
namespace {

using std::chrono::milliseconds;

class DecisionQueueTest : public ::testing::Test {
 protected:
  void Begin(const BotLimits& limits, const BatchRules& rules = {},
             bool divided = false) {
    queue_.Begin(limits, rules, divided);
  }
  void Add(std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      queue_.Add({.slot = next_slot_++, .generation = 7});
    }
  }
  // Sends the batch that is due and returns its slots.
  std::vector<std::uint32_t> Send() {
    std::vector<TableRef> tables;
    for (std::size_t left = queue_.BatchToSend(); left > 0; --left) {
      tables.push_back(queue_.Take());
    }
    std::vector<std::uint32_t> slots;
    slots.reserve(tables.size());
    for (const TableRef& table : tables) slots.push_back(table.slot);
    first_ids_.push_back(queue_.next_id());
    queue_.Sent(tables, now_);
    return slots;
  }
  // Answers the batch that was sent last, `took` after it was sent.
  void AnswerAll(std::size_t size, milliseconds took) {
    now_ += took;
    for (std::uint32_t i = 0; i < size; ++i) {
      ASSERT_TRUE(queue_.Answer(first_ids_.back() + i, now_).has_value());
    }
  }
  // Plays batches with a bot that takes `took` for each, until their size has
  // settled.
  std::uint32_t SettledBatch(milliseconds took) {
    for (int round = 0; round < 20; ++round) {
      Add(512);
      AnswerAll(Send().size(), took);
    }
    return queue_.batch();
  }

  DecisionQueue queue_;
  Clock::time_point now_{};
  std::uint32_t next_slot_ = 0;
  std::vector<std::uint32_t> first_ids_;
};

TEST_F(DecisionQueueTest, ABatchIsASingleDecisionAtFirst) {
  Begin({});
  Add(3);
  EXPECT_EQ(Send(), (std::vector<std::uint32_t>{0}));
}

TEST_F(DecisionQueueTest, BatchesOfAQuickBotGrowToTheLimit) {
  Begin({});
  EXPECT_EQ(SettledBatch(milliseconds(1)), 256U);
}

TEST_F(DecisionQueueTest, LinksOfADividedBotGetLargerBatches) {
  Begin({}, {}, /*divided=*/true);
  EXPECT_EQ(SettledBatch(milliseconds(1)), 1024U);
}

TEST_F(DecisionQueueTest, BatchesOfASlowBotShrinkToOne) {
  Begin({});
  SettledBatch(milliseconds(1));
  EXPECT_EQ(SettledBatch(milliseconds(100)), 1U);
}

TEST_F(DecisionQueueTest, BatchesStayBetweenQuickAndSlow) {
  Begin({});
  SettledBatch(milliseconds(1));
  EXPECT_EQ(SettledBatch(milliseconds(40)), 256U);
}

TEST_F(DecisionQueueTest, TheSmallerLimitOfBotAndLeagueHolds) {
  Begin({.max_batch = 20}, {.max_batch = 100});
  EXPECT_EQ(SettledBatch(milliseconds(1)), 20U);
  Begin({.max_batch = 100}, {.max_batch = 9});
  EXPECT_EQ(SettledBatch(milliseconds(1)), 9U);
}

TEST_F(DecisionQueueTest, TwoBatchesAreInFlightAtMost) {
  Begin({});
  Add(5);
  EXPECT_EQ(Send().size(), 1U);
  EXPECT_EQ(Send().size(), 1U);
  EXPECT_EQ(queue_.BatchToSend(), 0U);
  AnswerAll(1, milliseconds(1));
  EXPECT_GT(queue_.BatchToSend(), 0U);
}

TEST_F(DecisionQueueTest, ABotMayAllowASingleBatchInFlight) {
  Begin({.max_in_flight = 1});
  Add(5);
  Send();
  EXPECT_EQ(queue_.BatchToSend(), 0U);
}

TEST_F(DecisionQueueTest, ASecondBatchWaitsUntilItIsFull) {
  Begin({});
  Add(1);
  AnswerAll(Send().size(), milliseconds(1));
  Add(3);
  EXPECT_EQ(Send().size(), 2U) << "batches of two by now";
  EXPECT_EQ(queue_.BatchToSend(), 0U) << "one decision waits";
  Add(1);
  EXPECT_EQ(queue_.BatchToSend(), 2U);
}

TEST_F(DecisionQueueTest, OneAtATimeMeansOneInFlight) {
  Begin({}, {.one_at_a_time = true});
  Add(5);
  EXPECT_EQ(Send().size(), 1U);
  EXPECT_EQ(queue_.BatchToSend(), 0U);
  AnswerAll(1, milliseconds(1));
  EXPECT_EQ(queue_.BatchToSend(), 1U);
}

TEST_F(DecisionQueueTest, AnAnswerNamesItsTableAndItsTime) {
  Begin({});
  Add(1);
  Send();
  now_ += milliseconds(30);
  const auto answered = queue_.Answer(first_ids_.back(), now_);
  ASSERT_TRUE(answered.has_value());
  EXPECT_EQ(answered->table.slot, 0U);
  EXPECT_EQ(answered->table.generation, 7U);
  EXPECT_EQ(answered->took, milliseconds(30));
}

TEST_F(DecisionQueueTest, AnAnswerCountsOnce) {
  Begin({});
  SettledBatch(milliseconds(1));
  queue_.DropWaiting();
  Add(2);
  Send();
  const std::uint32_t id = first_ids_.back();
  EXPECT_TRUE(queue_.Answer(id, now_).has_value());
  EXPECT_FALSE(queue_.Answer(id, now_).has_value());
  EXPECT_TRUE(queue_.TableOf(id).has_value()) << "its batch is still in flight";
  EXPECT_FALSE(queue_.Answer(id + 2, now_).has_value()) << "was never sent";
  EXPECT_FALSE(queue_.TableOf(id + 2).has_value());
  EXPECT_FALSE(queue_.TableOf(id - 1).has_value()) << "of an answered batch";
}

TEST_F(DecisionQueueTest, AFailedBotLeavesItsUnansweredDecisions) {
  Begin({});
  Add(1);
  AnswerAll(Send().size(), milliseconds(1));
  Add(4);
  Send();  // 1 and 2
  Send();  // 3 and 4
  EXPECT_TRUE(queue_.Answer(first_ids_.back(), now_).has_value());
  std::vector<std::uint32_t> open;
  for (const TableRef& table : queue_.TakeOpen()) open.push_back(table.slot);
  EXPECT_EQ(open, (std::vector<std::uint32_t>{1, 2, 4}));
  EXPECT_TRUE(queue_.idle());
}

class RetryTest : public DecisionQueueTest {
 protected:
  // Three decisions of a failed bot are retried; two more wait.
  RetryTest() {
    Begin({});
    SettledBatch(milliseconds(1));
    queue_.DropWaiting();
    next_slot_ = 0;
    Add(3);
    Send();
    const std::vector<TableRef> open = queue_.TakeOpen();
    Add(2);
    queue_.RetryOneByOne(open);
  }
};

TEST_F(RetryTest, DecisionsAreRetriedOneByOneBeforeAllOthers) {
  for (std::uint32_t slot = 0; slot < 3; ++slot) {
    EXPECT_EQ(Send(), (std::vector<std::uint32_t>{slot}));
    EXPECT_EQ(queue_.BatchToSend(), 0U) << "waits for the answer";
    AnswerAll(1, milliseconds(1));
  }
  EXPECT_EQ(Send(), (std::vector<std::uint32_t>{3, 4}));
}

TEST_F(RetryTest, WithoutAnOffenderTheFailureIsUnattributed) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(queue_.unattributed_failures(), 0);
    Send();
    AnswerAll(1, milliseconds(1));
  }
  EXPECT_EQ(queue_.unattributed_failures(), 1);
}

TEST_F(RetryTest, WithAnOffenderItIsNot) {
  Send();
  AnswerAll(1, milliseconds(1));
  Send();
  EXPECT_EQ(queue_.TakeOpen().size(), 1U);
  EXPECT_EQ(queue_.batch(), 1U) << "a new process begins with one";
  queue_.FoundOffender();
  Send();
  AnswerAll(1, milliseconds(1));
  EXPECT_EQ(queue_.unattributed_failures(), 0);
  EXPECT_EQ(Send(), (std::vector<std::uint32_t>{3, 4}));
}

TEST_F(RetryTest, ACancelledDecisionEndsItsRetry) {
  for (int i = 0; i < 3; ++i) {
    queue_.Take();
    queue_.Cancelled();
  }
  EXPECT_EQ(queue_.unattributed_failures(), 1);
  EXPECT_EQ(Send().front(), 3U);
}

}  // namespace
}  // namespace couillon::arena
