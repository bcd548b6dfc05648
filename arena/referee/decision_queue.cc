#include "arena/referee/decision_queue.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "arena/referee/bot_link.h"
#include "arena/referee/clock.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

constexpr std::uint32_t kMaxBatch = 256;
// Each link of a divided bot gets a part of its decisions and waits for its
// cohort, so a message costs more there; it may hold as many decisions as one
// of four links would get in four.
constexpr std::uint32_t kMaxBatchOfDivided = 1024;
constexpr std::uint32_t kInFlight = 2;  // batches, if the bot allows it
// A bot's batches grow while it answers faster than this and shrink when it
// takes four times as long, so that slow bots get small ones.
constexpr Clock::duration kBriskAnswer = std::chrono::milliseconds(10);

// The smaller of two limits; 0 means no limit.
std::uint32_t Least(std::uint32_t a, std::uint32_t b) {
  return a == 0 ? b : b == 0 ? a : std::min(a, b);
}

}  // namespace

void DecisionQueue::Begin(const BotLimits& limits, const BatchRules& rules,
                          bool divided) {
  most_ = Least(divided ? kMaxBatchOfDivided : kMaxBatch,
                Least(rules.max_batch, limits.max_batch));
  in_flight_ = Least(kInFlight, limits.max_in_flight);
  if (rules.one_at_a_time) most_ = 1;
  if (rules.one_at_a_time) in_flight_ = 1;
  batch_ = std::min(batch_, most_);
}

TableRef DecisionQueue::Take() {
  COUILLON_CHECK(waiting());
  const TableRef table = waiting_.front();
  waiting_.pop_front();
  return table;
}

std::size_t DecisionQueue::BatchToSend() const {
  if (waiting_.empty()) return 0;
  if (retried_one_by_one_ > 0) return flights_.empty() ? 1 : 0;
  if (flights_.size() >= in_flight_) return 0;
  if (!flights_.empty() && waiting_.size() < batch_) return 0;
  return std::min<std::size_t>(waiting_.size(), batch_);
}

void DecisionQueue::Sent(std::vector<TableRef> tables, Clock::time_point now) {
  const std::size_t size = tables.size();
  flights_.push_back({.first_id = next_id_,
                      .tables = std::move(tables),
                      .answered = std::vector<bool>(size),
                      .open = size,
                      .sent = now});
  next_id_ += static_cast<std::uint32_t>(size);
}

std::deque<DecisionQueue::Flight>::iterator DecisionQueue::FlightOf(
    std::uint32_t id) {
  return std::find_if(flights_.begin(), flights_.end(),
                      [id](const Flight& flight) {
                        return id - flight.first_id < flight.tables.size();
                      });
}

std::optional<TableRef> DecisionQueue::TableOf(std::uint32_t id) {
  const auto flight = FlightOf(id);
  if (flight == flights_.end()) return std::nullopt;
  return flight->tables[id - flight->first_id];
}

std::optional<DecisionQueue::Answered> DecisionQueue::Answer(
    std::uint32_t id, Clock::time_point now) {
  const auto flight = FlightOf(id);
  if (flight == flights_.end()) return std::nullopt;
  const std::size_t at = id - flight->first_id;
  if (flight->answered[at]) return std::nullopt;
  const Answered answered = {.table = flight->tables[at],
                             .took = now - flight->sent};
  flight->answered[at] = true;
  if (--flight->open == 0) {
    flights_.erase(flight);
    AdaptTo(answered.took);
    RetryDone();
  }
  return answered;
}

void DecisionQueue::AdaptTo(Clock::duration took) {
  if (took < kBriskAnswer) {
    batch_ = std::min(2 * batch_, most_);
  } else if (took > 4 * kBriskAnswer) {
    batch_ = std::max(batch_ / 2, std::uint32_t{1});
  }
}

// After the last retry it is known whether one of them was to blame.
void DecisionQueue::RetryDone() {
  if (retried_one_by_one_ == 0) return;
  --retried_one_by_one_;
  if (retried_one_by_one_ > 0) return;
  if (suspects_) ++unattributed_failures_;
  suspects_ = false;
}

std::vector<TableRef> DecisionQueue::TakeOpen() {
  std::vector<TableRef> open;
  for (const Flight& flight : flights_) {
    for (std::size_t i = 0; i < flight.tables.size(); ++i) {
      if (!flight.answered[i]) open.push_back(flight.tables[i]);
    }
  }
  flights_.clear();
  batch_ = 1;
  return open;
}

void DecisionQueue::RetryOneByOne(const std::vector<TableRef>& tables) {
  retried_one_by_one_ = tables.size();
  suspects_ = true;
  waiting_.insert(waiting_.begin(), tables.begin(), tables.end());
}

void DecisionQueue::FoundOffender() {
  suspects_ = false;
  RetryDone();
}

}  // namespace couillon::arena
