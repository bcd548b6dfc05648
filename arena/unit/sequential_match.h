// A match that ends when a sequential test decides. Results arrive in any
// order; the test sees them in the order of the deals and stops at the first
// missing one, so that its decision does not depend on the duration of deals
// nor on the number of units in flight.
#pragma once

#include <cstdint>
#include <map>
#include <span>

#include "arena/stats/pairs/pair_sums.h"
#include "arena/stats/sequential/sprt.h"
#include "arena/unit/pair_score.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

// The plan of a configuration: a look after each block, the cap its items.
// Requires: config.has_sprt(); a round robin of two bots on one ruleset.
stats::SequentialPlan SequentialPlanOf(const v1::LeagueConfig& config);

class SequentialMatch {
 public:
  // Requires: as above, and SequentialProblem(plan) is null.
  explicit SequentialMatch(const v1::LeagueConfig& config);

  // Adds the scores of a unit (see UnitOutcome::scores). Each number once.
  // Units after the deciding one have no effect.
  void Add(std::int64_t number, std::span<const PairScore> scores);

  // Whether the test has decided; "undecided" at the cap is a decision.
  [[nodiscard]] bool ended() const {
    return look_.decision != stats::SequentialDecision::kContinue;
  }
  // The last look, and the results that it saw: those of the units below
  // `units`.
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
  std::map<std::int64_t, PairScores> waiting_;  // for an earlier one
};

}  // namespace couillon::arena
