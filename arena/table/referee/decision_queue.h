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

#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/clock.h"
#include "arena/table/referee/decision_stage.h"

namespace couillon::arena {

// The time that a bot takes for a decision of each stage, and how many
// decisions a message may therefore hold.
//
// Each stage has a cost: the time of one decision, after the slowest that was
// seen lately. The costs of the decisions of a message add up to at most the
// target, the time that a message should take. A stage that was never asked
// costs as much as the target, so it is asked alone at first. A message that is
// answered in less time than its costs lowers them, at most to a
// sixteenth until the bot has been slow once, then to a half. One that takes
// clearly longer raises them at once.
class AnswerPace {
 public:
  // Sets the most decisions in a message, at least 1, and the target, above 0.
  // What is known about the bot stays.
  void Begin(std::uint32_t most, Clock::duration target);
  // The bot has failed: its next process begins with single decisions.
  void Forget();

  [[nodiscard]] std::uint32_t most() const { return most_; }
  // Nanoseconds.
  [[nodiscard]] double target() const { return target_; }
  [[nodiscard]] double CostOf(DecisionStage stage) const {
    return cost_[stage];
  }
  // The decisions in a message that has all stages as often as they were asked
  // so far; 1 to most().
  [[nodiscard]] std::uint32_t TypicalBatch() const { return typical_; }

  // A message with these numbers of decisions by stage was answered, `took`
  // after the bot could begin with it.
  void Learn(const PerDecisionStage<std::uint32_t>& asked,
             Clock::duration took);

 private:
  // `sample`: nanoseconds per decision, by one message.
  void LearnStage(DecisionStage stage, std::uint32_t asked, double sample);
  void FindTypicalBatch();

  std::uint32_t most_ = 1;
  std::uint32_t typical_ = 1;
  bool was_slow_ = false;  // at any decision
  double target_ = 1;      // nanoseconds
  // Nanoseconds per decision, at least target_ / most_.
  PerDecisionStage<double> cost_;
  // Decisions to be answered before the cost may fall again.
  PerDecisionStage<std::uint32_t> held_;
  PerDecisionStage<double> asked_;  // in all
};

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
  [[nodiscard]] TableRef Peek(std::size_t behind) const {
    return waiting_[std::min(behind, waiting_.size() - 1)].table;
  }
  // Cancels the decision just taken.
  void Cancelled() { RetryDone(); }
  void DropWaiting() { waiting_.clear(); }
  // The number of decisions to send now; may be 0. Depends on what the bot took
  // for decisions of their stages so far (answer_pace.h).
  [[nodiscard]] std::size_t BatchToSend() const;
  // Returns true if no decision is in flight.
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
  // Puts decisions back before all others; they are asked in a batch again.
  void AskAgain(const std::vector<DueDecision>& decisions) {
    waiting_.insert(waiting_.begin(), decisions.begin(), decisions.end());
  }
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
