#include "arena/selftest/league_checks.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/selftest/deal_modes.h"
#include "arena/selftest/interval_tally.h"
#include "arena/selftest/self_check.h"
#include "arena/selftest/simulated_league.h"
#include "arena/stats/law/interval.h"
#include "arena/stats/law/matrix.h"
#include "arena/stats/law/max_t.h"
#include "arena/stats/law/splitmix.h"
#include "arena/stats/league/league.h"
#include "arena/stats/league/league_rating.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

using stats::SplitMix64;

constexpr double kLevel = 0.95;
// Draws for a critical value. Its simulation error is small compared with the
// noise of a league, and averages out over the leagues.
constexpr std::int64_t kDraws = 4000;

// Fewer runs of leagues with more than `most` bots: they take longer and hardly
// differ.
std::int64_t RunsOf(const SelfTestPlan& plan, int most, int bots) {
  return std::max<std::int64_t>(1, most * plan.runs / std::max(most, bots));
}

// Whether any difference exceeds the simultaneous critical value.
bool AnyMark(const stats::LeagueRating& rating, std::uint64_t seed) {
  const std::optional<stats::Matrix>& covariance = rating.islands[0].covariance;
  COUILLON_CHECK(covariance.has_value());
  const double critical =
      stats::MaxTCriticalValue(*covariance, kLevel, kDraws, seed);
  const int bots = static_cast<int>(rating.bots.size());
  for (int i = 0; i < bots; ++i) {
    for (int j = 0; j < i; ++j) {
      const auto d = stats::DifferenceBetween(rating, i, j, kLevel);
      COUILLON_CHECK(d && d->standard_error);
      if (std::abs(d->elo) > critical * *d->standard_error) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<SelfCheck> CheckLeagueIntervals(const SelfTestPlan& plan) {
  constexpr int kBots = 5;
  constexpr int kDeals = 100;
  SplitMix64 random(plan.seed ^ 303);
  const std::vector<double> equal(kBots, 0.0);
  std::vector<SelfCheck> checks;
  for (const double deal_effect : {0.5, 1.5}) {
    std::int64_t covered = 0;
    for (std::int64_t run = 0; run < plan.runs; ++run) {
      const stats::LeagueRating rating =
          stats::RateLeague(DrawLeague({.strength = equal,
                                        .deal_effect = deal_effect,
                                        .deals = kDeals,
                                        .same_deals = true},
                                       random),
                            {.level = kLevel, .anchor = 0});
      for (std::size_t i = 1; i < kBots; ++i) {
        const stats::Interval& interval = rating.bots[i].interval;
        covered += interval.lo <= 0 && 0 <= interval.hi ? 1 : 0;
      }
    }
    // The four differences of a league share a bot, so they count as one run.
    checks.push_back(
        {.group = "coverage of 95% intervals",
         .name = absl::StrCat("league of 5, deal effects of ", deal_effect),
         .runs = plan.runs,
         .found = static_cast<double>(covered) /
                  static_cast<double>((kBots - 1) * plan.runs),
         .band = ShareBand(0.94, 0.96, plan.runs)});
  }
  return checks;
}

std::vector<SelfCheck> CheckDealModes(const SelfTestPlan& plan) {
  SplitMix64 random(plan.seed ^ 505);
  std::vector<SelfCheck> checks;
  for (const int bots : {3, 8, 20}) {
    const std::int64_t leagues = RunsOf(plan, 8, bots);
    const DealModes modes = CompareModes(
        {.strength = Ladder(bots, 1), .deal_effect = 1, .leagues = leagues},
        random);
    const auto add = [&](const char* mode, const char* of,
                         const IntervalCount& count) {
      // The differences of a league share bots, so they count as one run.
      checks.push_back({.group = "coverage of 95% league intervals",
                        .name = absl::StrCat(bots, " bots, ", mode, ", ", of),
                        .runs = leagues,
                        .found = count.coverage(),
                        .band = ShareBand(0.94, 0.96, leagues)});
    };
    add("own deals", "to the anchor", modes.own.anchor);
    add("own deals", "neighbours", modes.own.neighbours);
    add("same deals", "to the anchor", modes.same.anchor);
    add("same deals", "neighbours", modes.same.neighbours);
  }
  return checks;
}

std::vector<SelfCheck> CheckMarks(const SelfTestPlan& plan) {
  SplitMix64 random(plan.seed ^ 404);
  std::vector<SelfCheck> checks;
  for (const bool same_deals : {true, false}) {
    for (const int bots : {5, 10, 20}) {
      const std::int64_t runs = RunsOf(plan, 5, bots);
      const SimulatedLeague league{
          .strength = Ladder(bots, 0),
          .deal_effect = 0.5,
          .deals = 300,
          .same_deals = same_deals,
      };
      std::int64_t marked = 0;
      for (std::int64_t run = 0; run < runs; ++run) {
        const stats::LeagueRating rating =
            stats::RateLeague(DrawLeague(league, random), {.level = kLevel});
        marked += AnyMark(rating, random.Next()) ? 1 : 0;
      }
      checks.push_back(
          {.group =
               "share of leagues of equal bots with a false significance mark",
           .name = absl::StrCat(
               bots, same_deals ? " bots, same deals" : " bots, own deals"),
           .runs = runs,
           .found = static_cast<double>(marked) / static_cast<double>(runs),
           .band = ShareBand(0, 0.055, runs)});
    }
  }
  return checks;
}

}  // namespace couillon::arena
