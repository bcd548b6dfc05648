// No input of counts, however odd, may give NaN, a negative zero, a crash or a
// hang.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/league/league.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/pairs/elo.h"
#include "arena/numbers/stats/pairs/equivalence.h"
#include "arena/numbers/stats/pairs/mean.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/seating_sums.h"
#include "arena/numbers/stats/sample/ratio.h"
#include "arena/numbers/stats/sequential/anytime.h"
#include "arena/numbers/stats/sequential/exact_llr.h"
#include "arena/numbers/stats/sequential/mixture.h"
#include "arena/numbers/stats/sequential/sprt.h"

namespace couillon::stats {
namespace {

constexpr std::int64_t kMax = std::int64_t{1} << 53;

void ExpectNumber(double x) {
  EXPECT_FALSE(std::isnan(x));
  EXPECT_FALSE(x == 0 && std::signbit(x));
}

void ExpectNumber(const std::optional<double>& x) {
  if (x) ExpectNumber(*x);
}

void ExpectNumbers(const Interval& interval) {
  ExpectNumber(interval.lo);
  ExpectNumber(interval.hi);
  EXPECT_LE(interval.lo, interval.hi);
}

// Zero, one, a few, many or 2^53, at random.
std::int64_t OddCount(SplitMix64& random) {
  switch (random.NextBelow(6)) {
    case 0:
    case 1:
      return 0;
    case 2:
      return 1;
    case 3:
      return static_cast<std::int64_t>(random.NextBelow(100));
    case 4:
      return static_cast<std::int64_t>(random.NextBelow(1'000'000'000));
    default:
      return kMax - static_cast<std::int64_t>(random.NextBelow(2));
  }
}

std::vector<std::int64_t> OddCounts(SplitMix64& random, std::size_t classes) {
  std::vector<std::int64_t> counts(classes);
  for (std::int64_t& count : counts) count = OddCount(random);
  return counts;
}

void ExpectSoundElo(const EloEstimate& e) {
  ExpectNumber(e.score);
  ExpectNumber(e.variance);
  ExpectNumber(e.standard_error);
  ExpectNumbers(e.score_interval);
  ExpectNumber(e.elo);
  ExpectNumbers(e.elo_interval);
  ExpectNumber(e.elo_standard_error);
  ExpectNumber(e.nelo);
  ExpectNumbers(e.nelo_interval);
  ExpectNumber(e.nelo_standard_error);
  ExpectNumber(e.superiority);
  ExpectNumber(e.plus_two.score);
  ExpectNumber(e.plus_two.elo);
  ExpectNumbers(e.plus_two.elo_interval);
  ExpectNumbers(e.plus_two.score_interval);
  ExpectNumber(e.plus_two.superiority);
}

TEST(DegenerateTest, HeadToHeadNumbersAreSound) {
  SplitMix64 random(1);
  for (int round = 0; round < 3000; ++round) {
    const std::size_t classes = std::array{3, 5, 13}[random.NextBelow(3)];
    const std::vector<std::int64_t> counts = OddCounts(random, classes);
    const PairSums sums = SumsOfCells(counts);
    for (const EloConvention convention :
         {EloConvention::kArena, EloConvention::kFishtest}) {
      ExpectSoundElo(EstimateElo(
          sums,
          {.level = 0.95, .seatings_per_pair = 2, .convention = convention}));
    }
    const MeanEstimate mean = EstimateMean(sums, 0.95);
    ExpectNumber(mean.mean);
    ExpectNumber(mean.standard_error);
    ExpectNumbers(mean.interval);
    ExpectNumber(TestEquivalence(sums, 0.02).p_value);
    ExpectNumbers(AsymptoticInterval(sums, 0.05, 1000));
  }
}

TEST(DegenerateTest, SequentialNumbersAreSound) {
  SplitMix64 random(2);
  for (int round = 0; round < 2000; ++round) {
    const std::vector<std::int64_t> counts = OddCounts(random, 5);
    const double width = 1 + 90 * random.NextUnit();
    const SequentialPlan plan = {
        .nelo0 = -width, .nelo1 = width, .alpha = 0.05, .beta = 0.05};
    const PairSums sums = SumsOfCells(counts);
    ExpectNumber(LookAt(plan, sums, ResultScale::kScore).llr);
    ExpectNumber(LookAt(plan, sums, ResultScale::kPoints).llr);
    if (round % 20 != 0) continue;
    ExpectNumber(ExactEffectLlr(counts, EffectOfNelo(-width, 2),
                                EffectOfNelo(width, 2)));
    ExpectNumber(ExactScoreLlr(counts, 0.5, 0.51));
  }
}

TEST(DegenerateTest, ProportionsAreSound) {
  SplitMix64 random(3);
  for (int round = 0; round < 300; ++round) {
    const std::int64_t hits = OddCount(random);
    const std::int64_t misses = OddCount(random);
    const Interval wilson = WilsonInterval(hits, hits + misses, 0.95);
    ExpectNumbers(wilson);
    ExpectNumbers(ClopperPearsonInterval(hits, hits + misses, 0.95));
    ExpectNumbers(BetaBinomialInterval(hits, hits + misses, 0.05, 100));
  }
}

TEST(DegenerateTest, SeatingNumbersAreSound) {
  SplitMix64 random(4);
  for (int round = 0; round < 500; ++round) {
    SeatingSums sums;
    const std::uint64_t spread = 1 + random.NextBelow(3);
    for (std::uint64_t i = random.NextBelow(6); i > 0; --i) {
      sums.Add(static_cast<std::int64_t>(random.NextBelow(spread)),
               -static_cast<std::int64_t>(random.NextBelow(spread)));
    }
    ExpectNumber(LuckShare(sums));
    ExpectNumber(PairingGain(sums));
  }
}

LeagueSums OddLeague(SplitMix64& random) {
  LeagueSums sums;
  sums.bots = 2 + static_cast<int>(random.NextBelow(6));
  sums.deals = OddCount(random);
  for (int i = 0; i < sums.bots; ++i) {
    for (int j = i + 1; j < sums.bots; ++j) {
      if (random.NextBelow(3) == 0) continue;
      sums.pairings.push_back({i, j, SumsOfCells(OddCounts(random, 5))});
    }
  }
  return sums;
}

TEST(DegenerateTest, LeaguesAreSoundAndNeverRateWithoutConvergence) {
  SplitMix64 random(5);
  for (int round = 0; round < 1500; ++round) {
    const LeagueSums sums = OddLeague(random);
    ASSERT_FALSE(LeagueProblem(sums).has_value());
    const LeagueRating rating = RateLeague(sums, {.level = 0.95, .anchor = 0});
    for (const BotRating& bot : rating.bots) {
      ExpectNumber(bot.value);
      ExpectNumber(bot.standard_error);
      ExpectNumber(bot.bound);
      ExpectNumbers(bot.interval);
      const LeagueIsland& island =
          rating.islands[static_cast<std::size_t>(bot.island)];
      if (bot.value) {
        EXPECT_TRUE(island.converged);
      }
    }
    for (const PairingFit& fit : rating.pairings) {
      ExpectNumber(fit.expected);
      ExpectNumber(fit.z);
    }
  }
}

TEST(DegenerateTest, LeaguesOfHugeButOrdinaryCountsConverge) {
  LeagueSums sums;
  sums.bots = 3;
  sums.deals = kMax;
  const std::vector<std::int64_t> rare = {1, 0, 0, 0, kMax};
  const std::vector<std::int64_t> even = {kMax, kMax, kMax, kMax, kMax};
  sums.pairings = {{0, 1, SumsOfCells(rare)},
                   {1, 2, SumsOfCells(even)},
                   {0, 2, SumsOfCells(rare)}};
  const LeagueRating rating = RateLeague(sums, {.level = 0.95, .anchor = 2});
  ASSERT_TRUE(rating.islands[0].converged);
  EXPECT_NEAR(*rating.bots[0].value, 400 * std::log10(9007199254740992.0), 1);
}

}  // namespace
}  // namespace couillon::stats
