
#include <gtest/gtest.h>

#include <vector>

#include "arena/report/data/head_to_head.h"

namespace couillon::arena {
namespace {

const stats::SequentialPlan kStopPlan = {
    .nelo0 = 0, .nelo1 = 20, .alpha = 0.05, .beta = 0.05, .batch = 16};

StopEstimate StopAt(const std::vector<std::int64_t>& cells,
                    std::int64_t cap = 0) {
  return EstimateStop(
      NormalizedTest(kStopPlan, stats::ComputeBounds(kStopPlan)), cap,
      stats::SumsOfCells(cells), stats::ResultScale::kScore, 0.95);
}

TEST(StoppedTestTest, AStrongBotThatStopsAtOnceHasAnEstimate) {
  const StopEstimate stop = StopAt({0, 0, 0, 2, 78});
  EXPECT_TRUE(stop.estimate);
  EXPECT_FALSE(stop.problem);
}

TEST(StoppedTestTest, TheReasonForNoneIsTheTrueOne) {
  EXPECT_EQ(StopAt({0, 0, 0, 20, 780}).problem, StopProblem::kWentOn);
  EXPECT_EQ(StopAt({0, 0, 0, 2, 78}, 79).problem, StopProblem::kBeyondCap);
  const stats::PairSums strong =
      stats::SumsOfCells(std::vector<std::int64_t>{0, 1, 19, 20, 40});
  const auto logistic =
      LogisticTest(kStopPlan, stats::WaldBounds(0.05, 0.05), strong);
  EXPECT_EQ(EstimateStop(logistic, 0, strong, stats::ResultScale::kScore, 0.95)
                .problem,
            StopProblem::kTooStrong);
  const stats::PairSums equal =
      stats::SumsOfCells(std::vector<std::int64_t>{0, 0, 0, 0, 40});
  EXPECT_FALSE(LogisticTest(kStopPlan, stats::WaldBounds(0.05, 0.05), equal));
  EXPECT_EQ(
      EstimateStop({}, 0, equal, stats::ResultScale::kScore, 0.95).problem,
      StopProblem::kEqualResults);
}

}  // namespace
}  // namespace couillon::arena
