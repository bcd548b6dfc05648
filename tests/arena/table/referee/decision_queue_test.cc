// Batches of one link: their size, the order of retries, and which failures
// are attributed to a decision.
#include "arena/table/referee/decision_queue.h"

#include <gtest/gtest.h>

namespace couillon::arena {
namespace {

using std::chrono::milliseconds;

class DecisionQueueTest : public ::testing::Test {
 protected:
  void Begin(const BotLimits& limits, const BatchRules& rules = {},
             bool divided = false) {
    queue_.Begin(limits, rules, divided);
  }
  void Add(std::uint32_t count, DecisionStage stage = DecisionStage::kTrump) {
    for (std::uint32_t i = 0; i < count; ++i) {
      queue_.Add(
          {.table = {.slot = next_slot_++, .generation = 7}, .stage = stage});
    }
  }
  // Sends the batch that is due and returns its slots.
  std::vector<std::uint32_t> Send() {
    std::vector<DueDecision> batch;
    for (std::size_t left = queue_.BatchToSend(); left > 0; --left) {
      batch.push_back(queue_.Take());
    }
    first_ids_.push_back(queue_.next_id());
    queue_.Sent(batch, now_);
    return SlotsOf(batch);
  }
  static std::vector<std::uint32_t> SlotsOf(
      const std::vector<DueDecision>& decisions) {
    std::vector<std::uint32_t> slots;
    slots.reserve(decisions.size());
    for (const DueDecision& due : decisions) slots.push_back(due.table.slot);
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
  EXPECT_EQ(SettledBatch(milliseconds(200)), 1U);
}

TEST_F(DecisionQueueTest, BatchesStayWhileTheirAnswersTakeTheTarget) {
  Begin({});
  SettledBatch(milliseconds(1));
  EXPECT_EQ(SettledBatch(milliseconds(80)), 256U);
}

TEST_F(DecisionQueueTest, TheTargetIsThatOfTheLeague) {
  Begin({}, {.target = milliseconds(5)});
  SettledBatch(milliseconds(1));
  EXPECT_LT(SettledBatch(milliseconds(40)), 40U);
}

constexpr DecisionStage kFirstCard = CardStage(16);

// A bot that names trumps at once and needs as many milliseconds for a card as
// the test says.
class PhaseTest : public DecisionQueueTest {
 protected:
  PhaseTest() {
    Begin({}, {.target = milliseconds(40)});
    SettledBatch(milliseconds(1));
    queue_.DropWaiting();
    next_slot_ = 0;
  }
  // Asks `count` first cards; returns the sizes of their messages.
  std::vector<std::size_t> AskCards(std::uint32_t count, milliseconds each) {
    std::vector<std::size_t> sizes;
    Add(count, kFirstCard);
    while (queue_.waiting()) {
      sizes.push_back(Send().size());
      AnswerAll(sizes.back(), sizes.back() * each);
    }
    return sizes;
  }
};

TEST_F(PhaseTest, ThePhaseThatWasNeverAskedBeginsWithOneDecision) {
  Add(100, kFirstCard);
  EXPECT_EQ(Send().size(), 1U);
}

TEST_F(PhaseTest, MessagesOfABotThatWasNeverSlowGrowSixteenfold) {
  EXPECT_EQ(AskCards(273, milliseconds(0)),
            (std::vector<std::size_t>{1, 16, 256}));
}

TEST_F(PhaseTest, TheyDoubleIfTheBotWasSlowInAnother) {
  Add(1, CardStage(3));
  Send();
  AnswerAll(1, milliseconds(60));
  EXPECT_EQ(AskCards(31, milliseconds(0)),
            (std::vector<std::size_t>{1, 2, 4, 8, 16}));
}

TEST_F(PhaseTest, ASlowPhaseIsAskedInMessagesOfTheTarget) {
  for (const std::size_t size : AskCards(60, milliseconds(20))) {
    EXPECT_LE(size, 4U);
  }
  for (const std::size_t size : AskCards(60, milliseconds(27))) {
    EXPECT_LE(size, 4U);
  }
  for (const std::size_t size : AskCards(60, milliseconds(50))) {
    EXPECT_LE(size, 2U);
  }
}

TEST_F(PhaseTest, AQuickPhaseKeepsItsMessagesBesideASlowOne) {
  AskCards(60, milliseconds(20));
  Add(256);
  EXPECT_EQ(Send().size(), 256U);
}

TEST_F(PhaseTest, AMessageEndsBeforeTheFirstDecisionOfASlowPhase) {
  AskCards(60, milliseconds(50));
  Add(10);
  Add(1, kFirstCard);
  Add(10);
  EXPECT_EQ(Send().size(), 10U);
  AnswerAll(10, milliseconds(1));
  EXPECT_EQ(Send(), (std::vector<std::uint32_t>{70})) << "the slow one, alone";
}

TEST_F(PhaseTest, OneSlowMessageShrinksTheNextToItsTime) {
  AskCards(400, milliseconds(0));
  Add(100, kFirstCard);
  AnswerAll(Send().size(), milliseconds(4000));
  Add(100, kFirstCard);
  EXPECT_EQ(Send().size(), 1U);
}

TEST_F(PhaseTest, AfterASlowDecisionMessagesStaySmallForSixteenQuickOnes) {
  AskCards(400, milliseconds(0));
  queue_.DropWaiting();
  Add(1, kFirstCard);
  Send();
  AnswerAll(1, milliseconds(40));
  for (const std::size_t size : AskCards(16, milliseconds(0))) {
    EXPECT_EQ(size, 1U);
  }
  Add(10, kFirstCard);
  EXPECT_EQ(Send().size(), 2U);
}

TEST_F(PhaseTest, ADelayOfASmallMessageThatIsBriskIsNotASlowDecision) {
  AskCards(400, milliseconds(0));
  Add(1, kFirstCard);
  Send();
  AnswerAll(1, milliseconds(10));
  Add(256, kFirstCard);
  EXPECT_GT(Send().size(), 100U);
}

TEST_F(PhaseTest, TimeInWhichTheBotWasAtAnotherMessageDoesNotCount) {
  AskCards(400, milliseconds(0));
  Add(256);
  Add(256, kFirstCard);
  const std::uint32_t cards = queue_.next_id() + 256;
  EXPECT_EQ(Send().size(), 256U);
  const std::size_t second = Send().size();
  ASSERT_GT(second, 100U);
  now_ += milliseconds(200);
  for (std::uint32_t i = 0; i < 256; ++i) queue_.Answer(cards - 256 + i, now_);
  for (std::uint32_t i = 0; i < second; ++i) queue_.Answer(cards + i, now_);
  queue_.DropWaiting();
  Add(256, kFirstCard);
  EXPECT_GT(Send().size(), 100U);
}

TEST_F(DecisionQueueTest, TheSmallerLimitOfBotAndLeagueHolds) {
  Begin({.max_batch = 20}, {.max_batch = 100});
  EXPECT_EQ(SettledBatch(milliseconds(1)), 20U);
  Begin({.max_batch = 100}, {.max_batch = 9});
  EXPECT_EQ(SettledBatch(milliseconds(1)), 9U);
}

TEST_F(DecisionQueueTest, TwoBatchesAreInFlightAtMost) {
  Begin({});
  Add(40);
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
  Add(31);
  EXPECT_EQ(Send().size(), 16U) << "batches of sixteen by now";
  EXPECT_EQ(queue_.BatchToSend(), 0U) << "fifteen decisions wait";
  Add(1);
  EXPECT_EQ(queue_.BatchToSend(), 16U);
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
  Begin({.max_batch = 2});
  Add(1);
  AnswerAll(Send().size(), milliseconds(1));
  Add(4);
  Send();  // 1 and 2
  Send();  // 3 and 4
  EXPECT_TRUE(queue_.Answer(first_ids_.back(), now_).has_value());
  EXPECT_EQ(SlotsOf(queue_.TakeOpen()), (std::vector<std::uint32_t>{1, 2, 4}));
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
    const std::vector<DueDecision> open = queue_.TakeOpen();
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
