#include "arena/unit/sequential_match.h"

#include <cstdint>
#include <span>

#include "arena/stats/sequential/sprt.h"
#include "arena/table/seating.h"
#include "arena/unit/pair_score.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

int SeatingsOf(const v1::LeagueConfig& config) {
  const auto sides =
      static_cast<int>(config.rulesets(0).ruleset().table().sides());
  return static_cast<int>(Seatings(sides).size());
}

}  // namespace

stats::SequentialPlan SequentialPlanOf(const v1::LeagueConfig& config) {
  COUILLON_CHECK(config.has_sprt() && config.rulesets_size() == 1);
  return {.nelo0 = config.sprt().elo0(),
          .nelo1 = config.sprt().elo1(),
          .alpha = config.sprt().alpha(),
          .beta = config.sprt().beta(),
          .batch = config.block_items(),
          .cap = static_cast<std::int64_t>(config.items()),
          .seatings_per_pair = static_cast<double>(SeatingsOf(config))};
}

SequentialMatch::SequentialMatch(const v1::LeagueConfig& config)
    : seatings_(SeatingsOf(config)),
      test_(SequentialPlanOf(config), stats::ResultScale::kScore) {
  score_.denominator = std::int64_t{2} * seatings_;
  look_ = test_.LookAt(score_);
}

void SequentialMatch::Add(std::int64_t number,
                          std::span<const PairScore> scores) {
  if (ended() || number < units_) return;
  if (number > units_) {
    waiting_.emplace(number, PairScores(scores.begin(), scores.end()));
    return;
  }
  LookAtNext(scores);
  while (!ended() && !waiting_.empty() && waiting_.begin()->first == units_) {
    LookAtNext(waiting_.begin()->second);
    waiting_.erase(waiting_.begin());
  }
}

void SequentialMatch::LookAtNext(std::span<const PairScore> scores) {
  for (const PairScore score : scores) score_.Add(score.HalfPoints(seatings_));
  ++units_;
  look_ = test_.LookAt(score_);
}

}  // namespace couillon::arena
