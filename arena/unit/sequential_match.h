// A match that ends when a sequential test decides. Results arrive in any
// order. The test processes them in the order of the deals and waits for a
// missing one, so its decision depends neither on the duration of deals nor on
// the number of units in flight.
#pragma once

#include <cstdint>
#include <map>
#include <span>

#include "arena/stats/pairs/pair_sums.h"
#include "arena/stats/sequential/sprt.h"
#include "arena/unit/pair_score.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

// The plan of a configuration: one look per block, at most `items` items.
// Requires: config.has_sprt(); a round robin of two bots on one ruleset.
stats::SequentialPlan SequentialPlanOf(const v1::LeagueConfig& config);

class SequentialMatch {
 public:
  // Requires: as above, and SequentialProblem(plan) is null.
  explicit SequentialMatch(const v1::LeagueConfig& config);

  // Adds the scores of unit `number` (see UnitOutcome::scores). Units after the
  // deciding one have no effect. Requires: called once per number.
  void Add(std::int64_t number, std::span<const PairScore> scores);

  // Whether the test has decided; "undecided" at the cap is a decision.
  [[nodiscard]] bool ended() const {
    return look_.decision != stats::SequentialDecision::kContinue;
  }
  // The last look, and the results that it used: those of the units with
  // numbers below units().
  [[nodiscard]] const stats::SequentialLook& look() const { return look_; }
  [[nodiscard]] const stats::PairSums& score() const { return score_; }
  [[nodiscard]] std::int64_t units() const { return units_; }

 private:
  void LookAtNext(std::span<const PairScore> scores);

  int seatings_;
  stats::SequentialTest test_;
  stats::SequentialLook look_;
  stats::PairSums score_;
  std::int64_t units_ = 0;
  std::map<std::int64_t, PairScores> waiting_;  // for an earlier unit
};

}  // namespace couillon::arena
