// Stage costs learnt from the time of each batch, the size of the next batch,
// and the retries one by one that find an offender.

#include "arena/table/referee/decision_queue.h"

#include <utility>

#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

// So much of the time of a message, as a part of the target, counts for
// nothing: the message itself, and the wait for a processor.
constexpr double kFreePart = 0.25;
// So many decisions have to be answered after a slow one before the cost falls:
// slow decisions may come between quick ones.
constexpr std::uint32_t kHeldAfterSlow = 16;
// The largest factor by which a cost falls with one message. Most bots are
// never slow, and have more than twenty stages to be tried.
constexpr double kFallAtFirst = 16;
constexpr double kFallAfterSlow = 2;

double Nanoseconds(Clock::duration duration) {
  return static_cast<double>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(duration).count());
}

constexpr std::uint32_t kMaxBatch = 256;
// Each link of a divided bot gets a part of its decisions and waits for its
// cohort, so a message costs more there; it may hold as many decisions as one
// of four links would get in four.
constexpr std::uint32_t kMaxBatchOfDivided = 1024;
constexpr std::uint32_t kInFlight = 2;  // batches, if the bot allows it

// The smaller of two limits; 0 means no limit.
std::uint32_t Least(std::uint32_t a, std::uint32_t b) {
  return a == 0 ? b : b == 0 ? a : std::min(a, b);
}

}  // namespace

void AnswerPace::Begin(std::uint32_t most, Clock::duration target) {
  const bool first = asked_ == PerDecisionStage<double>();
  most_ = most;
  target_ = Nanoseconds(target);
  if (first) cost_.Fill(target_);
  for (std::size_t i = 0; i < kDecisionStages; ++i) {
    double& cost = cost_[static_cast<DecisionStage>(i)];
    cost = std::max(cost, target_ / most_);
  }
  FindTypicalBatch();
}

void AnswerPace::Forget() {
  for (std::size_t i = 0; i < kDecisionStages; ++i) {
    double& cost = cost_[static_cast<DecisionStage>(i)];
    cost = std::max(cost, target_);
  }
  held_.Fill(0);
  was_slow_ = true;
  FindTypicalBatch();
}

// The time is shared among the stages of the message in proportion to what they
// were expected to cost.
void AnswerPace::Learn(const PerDecisionStage<std::uint32_t>& asked,
                       Clock::duration took) {
  double expected = 0;
  for (std::size_t i = 0; i < kDecisionStages; ++i) {
    // Not all stages have names.
    // NOLINTNEXTLINE(clang-analyzer-optin.core.EnumCastOutOfRange)
    const auto stage = static_cast<DecisionStage>(i);
    expected += asked[stage] * cost_[stage];
  }
  if (expected <= 0) return;
  const double charged = std::max(0.0, Nanoseconds(took) - kFreePart * target_);
  if (charged > expected) was_slow_ = true;
  for (std::size_t i = 0; i < kDecisionStages; ++i) {
    const auto stage = static_cast<DecisionStage>(i);
    if (asked[stage] == 0) continue;
    LearnStage(stage, asked[stage], cost_[stage] * charged / expected);
  }
  FindTypicalBatch();
}

void AnswerPace::LearnStage(DecisionStage stage, std::uint32_t asked,
                            double sample) {
  asked_[stage] += asked;
  double& cost = cost_[stage];
  std::uint32_t& held = held_[stage];
  if (sample > cost) {
    cost = sample;
    held = kHeldAfterSlow;
    return;
  }
  held -= std::min(held, asked);
  if (held > 0) return;
  const double fall = was_slow_ ? kFallAfterSlow : kFallAtFirst;
  cost = std::max({sample, cost / fall, target_ / most_});
}

void AnswerPace::FindTypicalBatch() {
  double decisions = 0;
  double messages = 0;
  for (std::size_t i = 0; i < kDecisionStages; ++i) {
    const auto stage = static_cast<DecisionStage>(i);
    decisions += asked_[stage];
    messages += asked_[stage] * std::min(1.0, cost_[stage] / target_);
  }
  typical_ = messages <= 0 ? 1
                           : static_cast<std::uint32_t>(std::clamp(
                                 decisions / messages, 1.0, double{1} * most_));
}

void DecisionQueue::Begin(const BotLimits& limits, const BatchRules& rules,
                          bool divided) {
  std::uint32_t most = Least(divided ? kMaxBatchOfDivided : kMaxBatch,
                             Least(rules.max_batch, limits.max_batch));
  in_flight_ = Least(kInFlight, limits.max_in_flight);
  if (rules.one_at_a_time) most = 1;
  if (rules.one_at_a_time) in_flight_ = 1;
  pace_.Begin(most, rules.target);
}

DueDecision DecisionQueue::Take() {
  COUILLON_CHECK(waiting());
  const DueDecision due = waiting_.front();
  waiting_.pop_front();
  return due;
}

// A batch is full when it may not take the next decision too, or, while none
// waits, another one like its last. While another batch is in flight, only a
// full one is sent.

std::size_t DecisionQueue::BatchToSend() const {
  if (waiting_.empty()) return 0;
  if (retried_one_by_one_ > 0) return flights_.empty() ? 1 : 0;
  if (flights_.size() >= in_flight_) return 0;
  const std::size_t most = std::min<std::size_t>(waiting_.size(), pace_.most());
  double room = pace_.target() - pace_.CostOf(waiting_.front().stage);
  std::size_t size = 1;
  while (size < most && pace_.CostOf(waiting_[size].stage) <= room) {
    room -= pace_.CostOf(waiting_[size].stage);
    ++size;
  }
  const bool full = size == pace_.most() || size < waiting_.size() ||
                    pace_.CostOf(waiting_[size - 1].stage) > room;
  return flights_.empty() || full ? size : 0;
}

void DecisionQueue::Sent(std::vector<DueDecision> batch,
                         Clock::time_point now) {
  const std::size_t size = batch.size();
  flights_.push_back({.first_id = next_id_,
                      .decisions = std::move(batch),
                      .answered = std::vector<bool>(size),
                      .open = size,
                      .sent = now});
  next_id_ += static_cast<std::uint32_t>(size);
}

DecisionQueue::Flight* DecisionQueue::FlightOf(std::uint32_t id) {
  for (Flight& flight : flights_) {
    if (id - flight.first_id < flight.decisions.size()) return &flight;
  }
  return nullptr;
}

std::optional<TableRef> DecisionQueue::TableOf(std::uint32_t id) {
  const Flight* const flight = FlightOf(id);
  if (flight == nullptr) return std::nullopt;
  return flight->decisions[id - flight->first_id].table;
}

std::optional<DecisionQueue::Answered> DecisionQueue::Answer(
    std::uint32_t id, Clock::time_point now) {
  Flight* const flight = FlightOf(id);
  if (flight == nullptr) return std::nullopt;
  const std::size_t at = id - flight->first_id;
  if (flight->answered[at]) return std::nullopt;
  const Answered answered = {.table = flight->decisions[at].table,
                             .took = now - flight->sent};
  flight->answered[at] = true;
  if (--flight->open == 0) {
    Learn(*flight, now);
    flights_.erase(flights_.begin() + (flight - flights_.data()));
    RetryDone();
  }
  return answered;
}

// A bot begins with a batch when it has finished the one before.
void DecisionQueue::Learn(const Flight& flight, Clock::time_point now) {
  PerDecisionStage<std::uint32_t> asked;
  for (const DueDecision& due : flight.decisions) ++asked[due.stage];
  pace_.Learn(asked, now - std::max(flight.sent, last_answered_));
  last_answered_ = now;
}

// After the last retry it is known whether one of them was to blame.
void DecisionQueue::RetryDone() {
  if (retried_one_by_one_ == 0) return;
  --retried_one_by_one_;
  if (retried_one_by_one_ > 0) return;
  if (suspects_) ++unattributed_failures_;
  suspects_ = false;
}

std::vector<DueDecision> DecisionQueue::TakeOpen() {
  std::vector<DueDecision> open;
  for (const Flight& flight : flights_) {
    for (std::size_t i = 0; i < flight.decisions.size(); ++i) {
      if (!flight.answered[i]) open.push_back(flight.decisions[i]);
    }
  }
  flights_.clear();
  pace_.Forget();
  return open;
}

void DecisionQueue::RetryOneByOne(const std::vector<DueDecision>& decisions) {
  retried_one_by_one_ = decisions.size();
  suspects_ = true;
  waiting_.insert(waiting_.begin(), decisions.begin(), decisions.end());
}

void DecisionQueue::FoundOffender() {
  suspects_ = false;
  RetryDone();
}

}  // namespace couillon::arena
