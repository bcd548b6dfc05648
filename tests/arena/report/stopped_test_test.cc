
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "arena/report/data/head_to_head.h"

namespace couillon::arena {
namespace {

const stats::SequentialPlan kStopPlan = {
    .nelo0 = 0, .nelo1 = 20, .alpha = 0.05, .beta = 0.05, .batch = 16};

StopEstimate StopAt(const std::vector<std::int64_t>& cells,
                    std::int64_t cap = 0) {
  stats::SequentialPlan plan = kStopPlan;
  plan.cap = cap;
  return EstimateStop(plan, stats::SumsOfCells(cells),
                      stats::ResultScale::kScore, 0.95);
}

TEST(StoppedTestTest, AStrongBotThatStopsAtOnceHasAnEstimate) {
  const StopEstimate stop = StopAt({0, 1, 19, 20, 40});
  EXPECT_TRUE(stop.estimate);
  EXPECT_FALSE(stop.problem);
}

TEST(StoppedTestTest, TheReasonForNoneIsTheTrueOne) {
  EXPECT_EQ(StopAt({0, 0, 200, 200, 400}).problem, StopProblem::kWentOn);
  EXPECT_EQ(StopAt({0, 1, 19, 20, 40}, 79).problem, StopProblem::kBeyondCap);
  EXPECT_EQ(StopAt({0, 0, 0, 0, 80}).problem, StopProblem::kEqualResults);
  EXPECT_EQ(StopAt({0, 0, 464, 0, 0}).problem, StopProblem::kEqualResults);
  EXPECT_EQ(StopAt({2, 3, 710, 3, 2}, 720).problem, StopProblem::kFewDecisive);
}

TEST(StoppedTestTest, LogisticBoundsHaveNoEstimate) {
  HeadToHeadInput input{.classes = {35, 70, 297, 84, 57}};
  input.score = stats::SumsOfCells(input.classes);
  input.question = {.plan = kStopPlan, .scale = BoundScale::kLogistic};
  const HeadToHead result = CompareHeadToHead(input);
  EXPECT_EQ(result.test->decision, stats::SequentialDecision::kAcceptH1);
  EXPECT_FALSE(result.stopped);
  EXPECT_EQ(result.stop_problem, StopProblem::kLogistic);
}

}  // namespace
}  // namespace couillon::arena
