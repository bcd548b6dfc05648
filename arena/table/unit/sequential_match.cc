// Results are kept until it is their turn, then the test looks at them.

#include "arena/table/unit/sequential_match.h"

#include "arena/numbers/stats/pairs/seating_sums.h"
#include "arena/table/quantity.h"
#include "arena/table/seating.h"
#include "arena/table/unit/pair_score.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

int CountSeatings(const v1::LeagueConfig& config) {
  const auto sides =
      static_cast<int>(config.rulesets(0).ruleset().table().sides());
  return static_cast<int>(Seatings(sides).size());
}

}  // namespace

stats::ResultScale ScaleOf(const v1::SequentialTest& test,
                           v1::LeagueMode mode) {
  if (test.scale() == v1::RESULT_SCALE_POINTS) {
    return stats::ResultScale::kPoints;
  }
  if (test.scale() == v1::RESULT_SCALE_SCORE) return stats::ResultScale::kScore;
  return mode == v1::LEAGUE_MODE_MATCHES ? stats::ResultScale::kScore
                                         : stats::ResultScale::kPoints;
}

stats::SequentialPlan MakeSequentialPlan(const v1::LeagueConfig& config) {
  COUILLON_CHECK(config.has_sprt() && config.rulesets_size() == 1);
  return {.nelo0 = config.sprt().elo0(),
          .nelo1 = config.sprt().elo1(),
          .alpha = config.sprt().alpha(),
          .beta = config.sprt().beta(),
          .batch = config.block_items(),
          .cap = static_cast<std::int64_t>(config.items()),
          .seatings_per_pair = static_cast<double>(CountSeatings(config))};
}

SequentialMatch::SequentialMatch(const v1::LeagueConfig& config)
    : seatings_(CountSeatings(config)),
      scale_(ScaleOf(config.sprt(), config.mode())),
      test_(MakeSequentialPlan(config), scale_) {
  used_.score.denominator = std::int64_t{2} * seatings_;
  look_ = test_.LookAt(compared());
}

const stats::PairSums& SequentialMatch::compared() const {
  return scale_ == stats::ResultScale::kPoints ? used_.game_points
                                               : used_.score;
}

SequentialMatch::Results SequentialMatch::ResultsOf(
    const UnitOutcome& outcome) const {
  Results results;
  results.score.denominator = used_.score.denominator;
  for (const PairScore score : outcome.scores) {
    results.score.Add(score.HalfPoints(seatings_));
  }
  results.game_points =
      stats::PairResults(outcome.leads[Quantity::kGamePoints]);
  return results;
}

void SequentialMatch::Add(std::int64_t number, const UnitOutcome& outcome) {
  if (ended() || number < units_) return;
  const Results results = ResultsOf(outcome);
  if (number > units_) {
    waiting_.insert_or_assign(number, results);
    return;
  }
  LookAtNext(results);
  while (!ended() && !waiting_.empty() && waiting_.begin()->first == units_) {
    LookAtNext(waiting_.begin()->second);
    waiting_.erase(waiting_.begin());
  }
}

void SequentialMatch::LookAtNext(const Results& results) {
  COUILLON_CHECK(used_.score.Merge(results.score) &&
                 used_.game_points.Merge(results.game_points));
  ++units_;
  look_ = test_.LookAt(compared());
}

}  // namespace couillon::arena
