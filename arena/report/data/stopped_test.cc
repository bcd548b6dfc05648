#include "arena/report/data/stopped_test.h"

#include <cmath>

#include "absl/strings/str_format.h"
#include "arena/numbers/stats/pairs/elo.h"

namespace couillon::arena {

stats::StoppedTest NormalizedTest(const stats::SequentialPlan& plan,
                                  const stats::SequentialBounds& bounds) {
  return {.t0 = stats::EffectOfNelo(plan.nelo0, plan.seatings_per_pair),
          .t1 = stats::EffectOfNelo(plan.nelo1, plan.seatings_per_pair),
          .bounds = bounds,
          .batch = plan.batch};
}

std::optional<stats::StoppedTest> LogisticTest(
    const stats::SequentialPlan& plan, const stats::SequentialBounds& bounds,
    const stats::PairSums& score) {
  const double sd = std::sqrt(stats::PopulationVariance(score).value_or(0));
  if (!(sd > 0)) return std::nullopt;
  return stats::StoppedTest{.t0 = (stats::ScoreOfElo(plan.nelo0) - 0.5) / sd,
                            .t1 = (stats::ScoreOfElo(plan.nelo1) - 0.5) / sd,
                            .bounds = bounds,
                            .batch = plan.batch,
                            .form = stats::RatioForm::kMultinomial};
}

StopEstimate EstimateStop(const std::optional<stats::StoppedTest>& test,
                          std::int64_t cap, const stats::PairSums& compared,
                          stats::ResultScale scale, double level) {
  const auto none = [](StopProblem problem) {
    return StopEstimate{.estimate = std::nullopt, .problem = problem};
  };
  if (cap > 0 && compared.pairs > cap) return none(StopProblem::kBeyondCap);
  // Equal scores have an estimate, by virtual pairs.
  const bool points = scale == stats::ResultScale::kPoints;
  if (!test ||
      (points && stats::PopulationVariance(compared).value_or(0) == 0)) {
    return none(StopProblem::kEqualResults);
  }
  if (stats::IsTooStrong(*test, compared.pairs)) {
    return none(StopProblem::kTooStrong);
  }
  const std::optional<stats::StoppedEstimate> estimate =
      stats::EstimateAfterStop(*test, compared, scale, level);
  if (!estimate) return none(StopProblem::kWentOn);
  return {.estimate = estimate, .problem = std::nullopt};
}

const char* StopProblemName(StopProblem problem) {
  switch (problem) {
    case StopProblem::kBeyondCap:
      return "beyond_cap";
    case StopProblem::kEqualResults:
      return "equal_results";
    case StopProblem::kTooStrong:
      return "too_strong";
    case StopProblem::kWentOn:
      break;
  }
  return "went_on";
}

std::string StopProblemText(StopProblem problem, std::int64_t cap) {
  switch (problem) {
    case StopProblem::kBeyondCap:
      return absl::StrFormat("the results go on after the cap of %d", cap);
    case StopProblem::kEqualResults:
      return "all results are equal";
    case StopProblem::kTooStrong:
      return "with model=logistic there is none for bots so far apart";
    case StopProblem::kWentOn:
      break;
  }
  return "the results go on after the stop";
}

}  // namespace couillon::arena
