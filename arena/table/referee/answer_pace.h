// How long a bot takes for a decision of each stage, and how many decisions a
// message may therefore hold.
//
// Each stage has a cost: the time of one decision, after the slowest that was
// seen lately. The costs of the decisions of a message add up to at most the
// target, the time that a message should take. A stage that was never asked
// costs as much as the target, so it is asked alone at first. A message that is
// answered in less time than its costs lowers them, at most to a
// sixteenth until the bot has been slow once, then to a half. One that takes
// clearly longer raises them at once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "arena/table/referee/clock.h"
#include "arena/table/referee/decision_stage.h"

namespace couillon::arena {

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

  // A message with so many decisions of each stage was answered, `took` after
  // the bot could begin with it.
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

}  // namespace couillon::arena
