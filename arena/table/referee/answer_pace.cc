#include "arena/table/referee/answer_pace.h"

#include <algorithm>
#include <chrono>

namespace couillon::arena {
namespace {

// So much of the time of a message, as a part of the target, counts for
// nothing: the message itself, and the wait for a processor.
constexpr double kFreePart = 0.25;
// So many decisions have to be answered after a slow one before the cost falls:
// slow decisions may come between quick ones.
constexpr std::uint32_t kHeldAfterSlow = 16;
// How much a cost falls at most with one message. Most bots are never slow, and
// have more than twenty stages to be tried.
constexpr double kFallAtFirst = 16;
constexpr double kFallAfterSlow = 2;

double Nanoseconds(Clock::duration duration) {
  return static_cast<double>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(duration).count());
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

}  // namespace couillon::arena
