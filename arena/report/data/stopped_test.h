// The estimate after the stop of a sequential test, or why there is none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/numbers/stats/sequential/sprt.h"
#include "arena/numbers/stats/sequential/stopped_estimate.h"

namespace couillon::arena {

enum class StopProblem : std::uint8_t {
  kBeyondCap,     // the results hold pairs from after the cap
  kEqualResults,  // and the test needs their deviation
  kTooStrong,     // for logistic bounds: see stats::IsTooStrong
  kWentOn,        // the results hold pairs from after the stop
};

// Return a test of effects, and one of logistic bounds: those are effects at
// the deviation of the results, null if they have none.
[[nodiscard]] stats::StoppedTest NormalizedTest(
    const stats::SequentialPlan& plan, const stats::SequentialBounds& bounds);
[[nodiscard]] std::optional<stats::StoppedTest> LogisticTest(
    const stats::SequentialPlan& plan, const stats::SequentialBounds& bounds,
    const stats::PairSums& score);

// Exactly one is set.
struct StopEstimate {
  std::optional<stats::StoppedEstimate> estimate;
  std::optional<StopProblem> problem;
};

// Returns the estimate from the results that the test compares; `cap` is 0 if
// it has none, and `test` null where the results have no deviation. Requires:
// the test has stopped; 0 < level < 1.
[[nodiscard]] StopEstimate EstimateStop(
    const std::optional<stats::StoppedTest>& test, std::int64_t cap,
    const stats::PairSums& compared, stats::ResultScale scale, double level);

// Returns the code of the reason in JSON, and a sentence without full stop.
[[nodiscard]] const char* StopProblemName(StopProblem problem);
[[nodiscard]] std::string StopProblemText(StopProblem problem,
                                          std::int64_t cap);

}  // namespace couillon::arena
