// Matches of many pairings to first order, against a race for each.
#include "arena/table/race/linear_races.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "arena/numbers/stats/law/splitmix.h"
#include "arena/table/kinds_by_view.h"
#include "arena/table/team.h"
#include "engine/rules/compiled_rules.h"
#include "tests/support/all_rulesets.h"

namespace couillon::arena {
namespace {

// The counts of `pairs` pairs, in which the first team wins a deal with
// probability `share`, and every fifth deal is of any kind at all.
DealCounts Drawn(const KindsByView& views, double share, int pairs,
                 stats::SplitMix64& random) {
  DealCounts counts(views.kinds(), views.views());
  std::vector<std::uint8_t> kinds(static_cast<std::size_t>(views.views()));
  for (int pair = 0; pair < pairs; ++pair) {
    for (int view = 0; view < views.views(); ++view) {
      const Team winner =
          random.NextUnit() < share ? Team::kFirst : Team::kSecond;
      int kind = views.PlainWin(view, winner);
      if (random.NextBelow(5) == 0) {
        kind = static_cast<int>(
            random.NextBelow(static_cast<std::uint64_t>(views.kinds())));
      }
      kinds[static_cast<std::size_t>(view)] = static_cast<std::uint8_t>(kind);
    }
    counts.Add(kinds);
  }
  return counts;
}

TEST(LinearRacesTest, AreNearARaceOfEachPairing) {
  constexpr int kPairings = 20'000;
  constexpr int kChecked = 200;
  const CompiledRules rules = tests::Rules("fr");
  const MatchRace race(rules);
  stats::SplitMix64 random(1);
  std::vector<DealCounts> drawn;
  for (int k = 0; k < kPairings; ++k) {
    const double share = 0.2 + 0.6 * k / kPairings;
    drawn.push_back(Drawn(race.views(), share, 200, random));
  }
  drawn.emplace_back(race.views().kinds(), race.views().views());  // unplayed
  std::vector<const DealCounts*> counts;
  for (const DealCounts& of : drawn) counts.push_back(&of);
  const std::vector<MatchEstimate> linear = EstimateMatches(race, counts, 0.95);
  ASSERT_EQ(linear.size(), drawn.size());
  EXPECT_EQ(linear.back().pairs, 0);
  EXPECT_FALSE(linear.back().score.has_value());
  double bias = 0;  // in standard errors
  double squares = 0;
  double widths = 0;
  for (std::size_t k = 0; k < kPairings; k += kPairings / kChecked) {
    const MatchEstimate exact = EstimateMatch(race, drawn[k], 0.95);
    const double error = *exact.standard_error;
    EXPECT_EQ(linear[k].pairs, 200);
    EXPECT_NEAR(*linear[k].score, *exact.score, 0.5 * error) << k;
    EXPECT_NEAR(linear[k].padded_score, exact.padded_score, 0.5 * error) << k;
    const double off = (linear[k].padded_score - exact.padded_score) / error;
    bias += off / kChecked;
    squares += off * off / kChecked;
    widths += *linear[k].standard_error / error / kChecked;
  }
  RecordProperty("states", static_cast<int>(race.states()));
  EXPECT_LT(std::abs(bias), 0.03);
  EXPECT_LT(std::sqrt(squares), 0.15);
  EXPECT_NEAR(widths, 1, 0.05);
}

TEST(NoLinearRacesTest, NoPairingsHaveNoEstimates) {
  const CompiledRules rules = tests::Rules("fr");
  const MatchRace race(rules);
  EXPECT_TRUE(EstimateMatches(race, {}, 0.95).empty());
}

}  // namespace
}  // namespace couillon::arena
