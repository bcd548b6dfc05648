// The decisions of one link: those that wait to be sent, those in flight, and
// the size of the next batch. It refers to tables only by their slots.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "arena/table/referee/answer_pace.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/clock.h"
#include "arena/table/referee/decision_stage.h"

namespace couillon::arena {

// A table's place; a place taken by another table has another generation, so
// that late answers are recognized.
struct TableRef {
  std::uint32_t slot = 0;
  std::uint32_t generation = 0;
};

// Limits on batches, in addition to the bot's own.
struct BatchRules {
  std::uint32_t max_batch = 0;  // decisions in a message; 0: no limit
  // At most one decision in flight. The referee enforces this over all bots of
  // a worker, except those that answer at once.
  bool one_at_a_time = false;
  // The time that a message should take to be answered; above 0.
  Clock::duration target = std::chrono::milliseconds(80);
};

// A decision that waits, or that is sent.
struct DueDecision {
  TableRef table;
  DecisionStage stage{};
};

class DecisionQueue {
 public:
  // Sets the limits of a bot that has just started. `divided`: whether it has a
  // link for each view of a deal.
  void Begin(const BotLimits& limits, const BatchRules& rules, bool divided);

  // Appends a decision to those that wait.
  void Add(const DueDecision& due) { waiting_.push_back(due); }
  [[nodiscard]] bool waiting() const { return !waiting_.empty(); }
  // Removes and returns the decision that has waited longest. Requires:
  // waiting().
  DueDecision Take();
  // The decision `behind` places after the first, or the last one. Requires:
  // waiting().
  [[nodiscard]] TableRef Coming(std::size_t behind) const {
    return waiting_[std::min(behind, waiting_.size() - 1)].table;
  }
  // Cancels the decision just taken.
  void Cancelled() { RetryDone(); }
  void DropWaiting() { waiting_.clear(); }
  // The number of decisions to send now; may be 0. Depends on what the bot took
  // for decisions of their stages so far (answer_pace.h).
  [[nodiscard]] std::size_t BatchToSend() const;
  // Whether no decision is in flight.
  [[nodiscard]] bool idle() const { return flights_.empty(); }
  // The number of decisions in a typical message.
  [[nodiscard]] std::uint32_t batch() const { return pace_.TypicalBatch(); }

  // The id of the next decision that is sent.
  [[nodiscard]] std::uint32_t next_id() const { return next_id_; }
  // Records that a batch is sent now, with ids from next_id() on.
  void Sent(std::vector<DueDecision> batch, Clock::time_point now);

  // Records an answer: its decision, and how long it took.
  struct Answered {
    TableRef table;
    Clock::duration took{};
  };
  // The table of a decision in flight, answered or not; null if no decision in
  // flight has this id.
  [[nodiscard]] std::optional<TableRef> TableOf(std::uint32_t id);
  // Null if no decision with this id is open.
  std::optional<Answered> Answer(std::uint32_t id, Clock::time_point now);

  // The bot has failed: removes and returns the unanswered decisions.
  std::vector<DueDecision> TakeOpen();
  // Retries these decisions before all others, one by one, to find the
  // offender.
  void RetryOneByOne(const std::vector<DueDecision>& decisions);
  // One of those retried one by one was the offender: the bot failed again.
  void FoundOffender();
  // The failures so far for which no offending decision was found.
  [[nodiscard]] int unattributed_failures() const {
    return unattributed_failures_;
  }
  void CountUnattributedFailure() { ++unattributed_failures_; }

 private:
  // A batch in flight; `open` counts the unanswered decisions.
  struct Flight {
    std::uint32_t first_id = 0;
    std::vector<DueDecision> decisions;
    std::vector<bool> answered;
    std::size_t open = 0;
    Clock::time_point sent;
  };
  // Null if there is none.
  [[nodiscard]] Flight* FlightOf(std::uint32_t id);
  void RetryDone();
  void Learn(const Flight& flight, Clock::time_point now);

  std::deque<DueDecision> waiting_;
  std::vector<Flight> flights_;  // a few, the oldest first
  std::uint32_t next_id_ = 0;
  AnswerPace pace_;
  Clock::time_point last_answered_{};  // when the last batch was complete
  std::size_t in_flight_ = 1;
  std::size_t retried_one_by_one_ = 0;  // of those waiting, to be asked alone
  bool suspects_ = false;               // among them, no offender found yet
  int unattributed_failures_ = 0;
};

}  // namespace couillon::arena
