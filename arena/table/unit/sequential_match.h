// A match that ends when a sequential test decides. Results arrive in any
// order. The test processes them in the order of the deals and waits for a
// missing one, so its decision depends neither on the duration of deals nor on
// the number of units in flight.
#pragma once

#include <cstdint>
#include <map>

#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/numbers/stats/sequential/sprt.h"
#include "arena/table/unit/unit_result.h"

namespace couillon::v1 {
class LeagueConfig;
class SequentialTest;
enum LeagueMode : int;
}  // namespace couillon::v1

namespace couillon::arena {

// The scale of the test: game points or scores.
stats::ResultScale ScaleOf(const v1::SequentialTest& test, v1::LeagueMode mode);

// The plan of a configuration: one look per block, at most `items` items.
// Requires: config.has_sprt(); a round robin of two bots on one ruleset.
stats::SequentialPlan MakeSequentialPlan(const v1::LeagueConfig& config);

class SequentialMatch {
 public:
  // Requires: as above, and SequentialProblem(plan) is null.
  explicit SequentialMatch(const v1::LeagueConfig& config);

  // Adds the scores and points of unit `number`, instead of those that it had,
  // as long as it waits for an earlier unit. Units after the deciding one have
  // no effect.
  void Add(std::int64_t number, const UnitOutcome& outcome);

  // Returns true if the test has decided; "undecided" at the cap is a decision.
  [[nodiscard]] bool ended() const {
    return look_.decision != stats::SequentialDecision::kContinue;
  }
  // The last look, and the results that it used: those of the units with
  // numbers below units().
  [[nodiscard]] const stats::SequentialLook& look() const { return look_; }
  [[nodiscard]] const stats::PairSums& score() const { return used_.score; }
  [[nodiscard]] const stats::PairSums& game_points() const {
    return used_.game_points;
  }
  [[nodiscard]] stats::ResultScale scale() const { return scale_; }
  [[nodiscard]] std::int64_t units() const { return units_; }

 private:
  // The results of a unit, or of those that the test has used.
  struct Results {
    stats::PairSums score;
    stats::PairSums game_points;
  };
  [[nodiscard]] Results ResultsOf(const UnitOutcome& outcome) const;
  void LookAtNext(const Results& results);
  [[nodiscard]] const stats::PairSums& compared() const;

  int seatings_;
  stats::ResultScale scale_;
  stats::SequentialTest test_;
  stats::SequentialLook look_;
  Results used_;
  std::int64_t units_ = 0;
  std::map<std::int64_t, Results> waiting_;  // for an earlier unit
};

}  // namespace couillon::arena
