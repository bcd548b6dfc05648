// Do the tests err as rarely as they claim? The simulations of `couillon
// selftest stats`.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "arena/measure/selftest/self_check.h"
#include "arena/measure/selftest/simulations.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/sequential/sprt.h"
#include "tests/arena/measure/selftest/expect_checks.h"

namespace couillon::stats {
namespace {

using arena::ArrivalOrder;
using arena::DrawQuarters;
using testing_support::ExpectAllPass;

TEST(SequentialErrorTest, TheTestErrsAsRarelyAsPromisedAndStopsInTime) {
  ExpectAllPass(arena::SequentialSeries(), {.runs = 1000, .seed = 7});
}

TEST(SequentialErrorTest, AnytimeEvidenceIsRarelyFalseAndNotTooDear) {
  ExpectAllPass(arena::AnytimeSeries(), {.runs = 1000, .seed = 7});
}

TEST(SequentialErrorTest, ArrivalOrderDoesNotChangeTheDecision) {
  ExpectAllPass(arena::ArrivalSeries(), {.runs = 1000, .seed = 7});
}

TEST(SequentialErrorTest, TheEstimateAfterAStopCoversAndIsUnbiased) {
  ExpectAllPass(arena::StoppedSeries(), {.runs = 1000, .seed = 7});
}

TEST(RatingSimulationTest, AnotherRulesetIsPredictedAsClaimed) {
  ExpectAllPass(arena::AnotherRulesetSeries(), {.runs = 600, .seed = 7});
}

TEST(RatingSimulationTest, RightAnchorsAndPriorsAreRarelyRejected) {
  ExpectAllPass(arena::TieSeries(), {.runs = 1000, .seed = 7});
}

TEST(SequentialErrorTest, WatchingTheAnytimeIntervalRarelyMisleads) {
  ExpectAllPass(arena::MonitoringSeries(), {.runs = 300, .seed = 7});
}

// What a test does that looks at pairs as they come in, which is why ours does
// not.
TEST(SequentialErrorTest, PairsInOrderOfArrivalMisleadATest) {
  SplitMix64 random(1010);
  constexpr int kRuns = 200;
  constexpr std::size_t kInFlight = 256;
  const SequentialTest test(
      {.nelo0 = 0, .nelo1 = 20, .alpha = 0.05, .beta = 0.05},
      ResultScale::kScore);
  int accepted = 0;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<std::int64_t> quarters(5000);
    for (std::int64_t& x : quarters) {
      x = DrawQuarters(arena::NullLaws()[0].law, random);
    }
    PairSums sums{.denominator = 4};
    for (const std::size_t pair : ArrivalOrder(quarters, kInFlight)) {
      sums.Add(quarters[pair]);
      const SequentialDecision decision = test.LookAt(sums).decision;
      accepted += decision == SequentialDecision::kAcceptH1 ? 1 : 0;
      if (decision != SequentialDecision::kContinue) break;
    }
  }
  EXPECT_GT(accepted, kRuns / 4);
}

}  // namespace
}  // namespace couillon::stats
