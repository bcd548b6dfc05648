#include "arena/measure/selftest/league_checks.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "arena/measure/selftest/deal_modes.h"
#include "arena/measure/selftest/interval_tally.h"
#include "arena/measure/selftest/simulated_league.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/league/league.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/report/data/rating_sheet.h"

namespace couillon::arena {
namespace {

using stats::SplitMix64;

// Draws for a critical value. Its simulation error is small compared with the
// noise of a league, and averages out over the leagues.
constexpr std::int64_t kDraws = 4000;

// Fewer runs of leagues with more than `most` bots: they take longer and hardly
// differ.
std::int64_t RunsOf(const SelfTestPlan& plan, int most, int bots) {
  return std::max<std::int64_t>(1, most * plan.runs / std::max(most, bots));
}

// Whether the sheet of the league has a significance mark.
bool AnyMark(const stats::LeagueSums& sums) {
  const RatingSheet sheet =
      MakeRatingSheet(sums, {.level = kCheckLevel}, kDraws);
  for (const auto& line : sheet.comparisons) {
    for (const std::optional<Comparison>& comparison : line) {
      if (comparison && comparison->beats) return true;
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
                            {.level = kCheckLevel, .anchor = 0});
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
  struct Size {
    int bots;
    int deals;
  };
  constexpr Size kMarkedLeagues[] = {{5, 300}, {10, 300}, {20, 300}, {6, 8},
                                     {6, 12},  {6, 20},   {6, 30}};
  SplitMix64 random(plan.seed ^ 404);
  std::vector<SelfCheck> checks;
  for (const bool same_deals : {true, false}) {
    for (const auto& [bots, deals] : kMarkedLeagues) {
      const std::int64_t runs = RunsOf(plan, 5, bots);
      const SimulatedLeague league{
          .strength = Ladder(bots, 0),
          .deal_effect = 0.5,
          .deals = deals,
          .same_deals = same_deals,
      };
      std::int64_t marked = 0;
      for (std::int64_t run = 0; run < runs; ++run) {
        marked += AnyMark(DrawLeague(league, random)) ? 1 : 0;
      }
      checks.push_back(
          {.group =
               "share of leagues of equal bots with a false significance mark",
           .name = absl::StrCat(bots, " bots, ", deals,
                                same_deals ? " same deals" : " own deals"),
           .runs = runs,
           .found = static_cast<double>(marked) / static_cast<double>(runs),
           .band = ShareBand(0, deals < 100 ? 0.07 : 0.055, runs)});
    }
  }
  return checks;
}

namespace {

// The share of leagues whose interval of bot i against bot j covers the truth.
double Coverage(const SimulatedLeague& league, int i, int j, std::int64_t runs,
                SplitMix64& random) {
  const std::vector<double> truth = LongRunElo(league);
  const double difference =
      truth[static_cast<std::size_t>(i)] - truth[static_cast<std::size_t>(j)];
  std::int64_t covered = 0;
  for (std::int64_t run = 0; run < runs; ++run) {
    const stats::LeagueRating rating =
        stats::RateLeague(DrawLeague(league, random), {.level = kCheckLevel});
    const auto found = stats::DifferenceBetween(rating, i, j, kCheckLevel);
    // Without a rating there is no claim.
    covered += !found || (found->interval.lo <= difference &&
                          difference <= found->interval.hi)
                   ? 1
                   : 0;
  }
  return static_cast<double>(covered) / static_cast<double>(runs);
}

}  // namespace

std::vector<SelfCheck> CheckMisfit(const SelfTestPlan& plan) {
  SplitMix64 random(plan.seed ^ 707);
  std::vector<SelfCheck> checks;
  const auto add = [&](const char* group, SimulatedLeague league, double least,
                       double most) {
    const auto bots = static_cast<int>(league.strength.size());
    for (const bool same_deals : {false, true}) {
      league.same_deals = same_deals;
      const std::int64_t runs = RunsOf(plan, 6, bots);
      std::int64_t found = 0;
      for (std::int64_t run = 0; run < runs; ++run) {
        const RatingSheet sheet = MakeRatingSheet(DrawLeague(league, random),
                                                  {.level = kCheckLevel}, 1);
        found += sheet.misfit_p && *sheet.misfit_p < 1 - kCheckLevel ? 1 : 0;
      }
      checks.push_back(
          {.group = group,
           .name = absl::StrCat(bots, " bots, ", league.deals,
                                same_deals ? " same" : " own",
                                " deals, effects ", league.deal_effect),
           .runs = runs,
           .found = static_cast<double>(found) / static_cast<double>(runs),
           .band = ShareBand(least, most, runs)});
    }
  };
  const char* fits = "share of leagues with a false misfit, nominal 0.05";
  for (const double effect : {0.0, 1.5}) {
    add(fits, {.strength = Ladder(4, 0), .deal_effect = effect, .deals = 20}, 0,
        0.06);
    add(fits, {.strength = Ladder(6, 1), .deal_effect = effect, .deals = 100},
        0.02, 0.06);
    add(fits, {.strength = Ladder(12, 0), .deal_effect = effect, .deals = 300},
        0.02, 0.065);
  }
  // A circle of 3% at equal strengths: 0.12 in log units.
  add("share of leagues in which a circle of 3% is found",
      {.strength = Ladder(3, 0),
       .deal_effect = 0,
       .deals = 2000,
       .circle = 0.12},
      0.95, 1);
  add("share of leagues in which a circle of 3% is found",
      {.strength = Ladder(3, 0),
       .deal_effect = 1.5,
       .deals = 4000,
       .circle = 0.2},
      0.95, 1);
  return checks;
}

std::vector<SelfCheck> CheckFewDeals(const SelfTestPlan& plan) {
  SplitMix64 random(plan.seed ^ 606);
  std::vector<SelfCheck> checks;
  const auto add = [&](const std::string& name, const SimulatedLeague& league,
                       int i, int j, double most) {
    checks.push_back({.group = "coverage of 95% intervals of few deals",
                      .name = name,
                      .runs = plan.runs,
                      .found = Coverage(league, i, j, plan.runs, random),
                      .band = ShareBand(0.935, most, plan.runs)});
  };
  for (const bool same_deals : {false, true}) {
    const std::string mode = same_deals ? ", same deals" : ", own deals";
    const SimulatedLeague six{.strength = Ladder(6, 0),
                              .deal_effect = 0.5,
                              .deals = 100,
                              .same_deals = same_deals};
    for (const int deals : {8, 30}) {
      SimulatedLeague league = six;
      league.deals = deals;
      add(absl::StrCat("6 bots, ", deals, " deals", mode), league, 0, 1, 0.985);
    }
    SimulatedLeague newcomer = six;
    newcomer.deals_of_last = 6;
    add("newcomer, 6 of 100 deals" + mode, newcomer, 0, 5, 0.98);
    for (const double copied : {0.98, 0.999, 1.0}) {
      SimulatedLeague copy = six;
      copy.copied = copied;
      add(absl::StrCat("bots alike on ", copied, " of 100 deals", mode), copy,
          0, 1, 1);
    }
    SimulatedLeague pair = six;
    for (const double copied : {0.9, 0.99}) {
      pair.strength = Ladder(2, 1);
      pair.copied = copied;
      add(absl::StrCat("two bots alike on ", copied, " of 100 deals", mode),
          pair, 0, 1, 1);
    }
  }
  SimulatedLeague three{
      .strength = Ladder(3, 0), .deal_effect = 0.5, .deals = 300};
  three.deals_of_first_two = 3;
  add("a pairing of 3 deals beside 300", three, 0, 1, 0.98);
  three.deals = 3;
  three.deals_of_first_two = 300;
  add("a newcomer with 3 deals against each", three, 0, 2, 1);
  return checks;
}

}  // namespace couillon::arena
