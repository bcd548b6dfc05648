// Do intervals cover what they claim? The simulations of `couillon selftest
// stats`, and beside them what the naive methods do, which shows that they
// would be found out.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "arena/measure/selftest/self_check.h"
#include "arena/measure/selftest/simulations.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/league/league.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "tests/arena/measure/selftest/expect_checks.h"

namespace couillon::stats {
namespace {

using arena::DrawLeague;
using testing_support::ExpectAllPass;

TEST(CoverageTest, MeanEloAndNeloCoverTheirLevel) {
  ExpectAllPass(arena::IntervalSeries(), {.runs = 1000, .seed = 7});
}

TEST(CoverageTest, PlusTwoHoldsForRandomLawsAtEverySize) {
  ExpectAllPass(arena::PlusTwoSeries(), {.runs = 400, .seed = 7});
}

TEST(CoverageTest, LeagueDifferencesCoverOnSharedDeals) {
  ExpectAllPass(arena::LeagueIntervalSeries(), {.runs = 1500, .seed = 7});
}

TEST(CoverageTest, LeagueDifferencesCoverInBothDealModes) {
  ExpectAllPass(arena::DealModeSeries(), {.runs = 1500, .seed = 7});
}

TEST(CoverageTest, MaxTMarksAreRarelyFalse) {
  ExpectAllPass(arena::MarkSeries(), {.runs = 1000, .seed = 7});
}

TEST(CoverageTest, FewDealsAreCovered) {
  ExpectAllPass(arena::FewDealsSeries(), {.runs = 1500, .seed = 7});
}

TEST(CoverageTest, MisfitIsRarelyFalseAndFindsCircles) {
  ExpectAllPass(arena::MisfitSeries(), {.runs = 1000, .seed = 7});
}

TEST(CoverageTest, PairsTakenAsUnrelatedCoverLess) {
  SplitMix64 random(303);
  constexpr int kRuns = 500;
  int covered = 0;
  for (int run = 0; run < kRuns; ++run) {
    const LeagueSums sums = DrawLeague({.strength = std::vector<double>(5, 0.0),
                                        .deal_effect = 1.5,
                                        .deals = 100,
                                        .same_deals = true},
                                       random);
    const LeagueRating rating = RateLeague(
        sums, {.level = 0.95, .anchor = 0, .errors = LeagueErrors::kByPair});
    for (std::size_t i = 1; i < 5; ++i) {
      const Interval& interval = rating.bots[i].interval;
      covered += interval.lo <= 0 && 0 <= interval.hi ? 1 : 0;
    }
  }
  EXPECT_LT(covered / (4.0 * kRuns), 0.9);
}

TEST(CoverageTest, IntervalsOfStrongBotsAllowForTheErrorOfTheDeviation) {
  ExpectAllPass(arena::StrongBotSeries(), {.runs = 2000, .seed = 7});
}

TEST(CoverageTest, EqualResultsGiveNoPoint) {
  ExpectAllPass(arena::ZeroVarianceSeries(), {});
}

TEST(CoverageTest, MarksOfSingleComparisonsAreOftenFalse) {
  SplitMix64 random(404);
  constexpr int kRuns = 200;
  int marked = 0;
  for (int run = 0; run < kRuns; ++run) {
    const LeagueRating rating =
        RateLeague(DrawLeague({.strength = std::vector<double>(10, 0.0),
                               .deal_effect = 0.5,
                               .deals = 300,
                               .same_deals = true},
                              random),
                   {.level = 0.95});
    bool any = false;
    for (int i = 0; i < 10; ++i) {
      for (int j = 0; j < i; ++j) {
        const auto d = DifferenceBetween(rating, i, j, 0.95);
        any = any || std::abs(d->value) > 1.96 * *d->standard_error;
      }
    }
    marked += any ? 1 : 0;
  }
  EXPECT_GT(static_cast<double>(marked) / kRuns, 0.4);
}

}  // namespace
}  // namespace couillon::stats
