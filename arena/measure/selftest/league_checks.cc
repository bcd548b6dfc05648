// Checks on leagues whose true ratings are known: coverage of differences, and
// how often marks and misfits are false.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/measure/selftest/deal_modes.h"
#include "arena/measure/selftest/self_check.h"
#include "arena/measure/selftest/simulations.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/league/league.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/report/data/rating_sheet.h"

namespace couillon::arena {
namespace {

// Fewer runs of leagues with more than `most` bots: they take longer and hardly
// differ.
CheckRuns ScaleRuns(int most, std::size_t bots) {
  return {.times = most,
          .over = std::max<std::int64_t>(most, static_cast<int>(bots))};
}

// Whether the sheet of the league has a significance mark.
void CountMark(const SimulatedLeague& league, CheckRun& run) {
  // The simulation error of the critical value is small compared with the noise
  // of a league, and averages out over the leagues.
  constexpr std::int64_t kDraws = 4000;
  const RatingSheet sheet = MakeRatingSheet(DrawLeague(league, run.random),
                                            {.level = kCheckLevel}, kDraws);
  run.Count(0, std::ranges::any_of(sheet.comparisons, [](const auto& line) {
              return std::ranges::any_of(line, [](const auto& comparison) {
                return comparison && comparison->beats;
              });
            }));
}

void CountMisfit(const SimulatedLeague& league, CheckRun& run) {
  const RatingSheet sheet = MakeRatingSheet(DrawLeague(league, run.random),
                                            {.level = kCheckLevel}, 1);
  run.Count(0, sheet.misfit_p && *sheet.misfit_p < 1 - kCheckLevel);
}

}  // namespace

CheckRow DifferenceRow(CheckClaim claim, DrawnLeague league, int i, int j) {
  const double truth = league.truth[static_cast<std::size_t>(i)] -
                       league.truth[static_cast<std::size_t>(j)];
  return {.claims = {std::move(claim)},
          .simulate = [draw = std::move(league.draw), scale = league.scale,
                       truth, i, j](CheckRun& run) {
            const stats::LeagueRating rating = stats::RateLeague(
                draw(run.random), {.level = kCheckLevel, .scale = scale});
            const auto found =
                stats::DifferenceBetween(rating, i, j, kCheckLevel);
            run.Count(0, !found || Covers(found->interval, truth));
          }};
}

CheckSeries LeagueIntervalSeries() {
  CheckSeries series{.stream = 303};
  for (const double effect : {0.5, 1.5}) {
    const SimulatedLeague league{.strength = Ladder(5, 0),
                                 .deal_effect = effect,
                                 .deals = 100,
                                 .same_deals = true};
    // The differences of a league share a bot, so they count as one run.
    series.Add({"coverage of 95% intervals",
                absl::StrCat("league of 5, deal effects of ", effect),
                Share(0.94, 0.96)},
               {}, [league](CheckRun& run) {
                 const auto rating =
                     stats::RateLeague(DrawLeague(league, run.random),
                                       {.level = kCheckLevel, .anchor = 0});
                 for (std::size_t i = 1; i < rating.bots.size(); ++i) {
                   run.Count(0, Covers(rating.bots[i].interval, 0));
                 }
               });
  }
  return series;
}

CheckSeries DealModeSeries() {
  CheckSeries series{.stream = 505};
  for (const int bots : {3, 8, 20}) {
    CheckRow row{.runs = ScaleRuns(8, static_cast<std::size_t>(bots)),
                 .at_once = true};
    for (const char* of :
         {"own deals, to the anchor", "own deals, neighbours",
          "same deals, to the anchor", "same deals, neighbours"}) {
      row.claims.push_back({"coverage of 95% league intervals",
                            absl::StrCat(bots, " bots, ", of),
                            Share(0.94, 0.96)});
    }
    row.simulate = [bots](CheckRun& run) {
      const DealModes modes =
          CompareModes({.strength = Ladder(bots, 1), .deal_effect = 1},
                       run.runs, run.random);
      std::size_t claim = 0;
      for (const IntervalCount& count :
           {modes.own.anchor, modes.own.neighbours, modes.same.anchor,
            modes.same.neighbours}) {
        run.Add(claim++, static_cast<double>(count.covering),
                static_cast<double>(count.intervals));
      }
    };
    series.rows.push_back(std::move(row));
  }
  return series;
}

CheckSeries MarkSeries() {
  struct Size {
    int bots;
    int deals;
  };
  CheckSeries series{.stream = 404};
  for (const bool same_deals : {true, false}) {
    for (const auto& [bots, deals] :
         {Size{5, 300}, Size{10, 300}, Size{20, 300}, Size{6, 8}, Size{6, 12},
          Size{6, 20}, Size{6, 30}}) {
      const SimulatedLeague league{.strength = Ladder(bots, 0),
                                   .deal_effect = 0.5,
                                   .deals = deals,
                                   .same_deals = same_deals};
      series.Add(
          {"share of leagues of equal bots with a false significance mark",
           absl::StrCat(bots, " bots, ", deals,
                        same_deals ? " same deals" : " own deals"),
           Share(0, deals < 100 ? 0.07 : 0.055)},
          ScaleRuns(5, league.strength.size()),
          [league](CheckRun& run) { CountMark(league, run); });
    }
  }
  return series;
}

CheckSeries FewDealsSeries() {
  CheckSeries series{.stream = 606};
  const auto add = [&series](const std::string& name,
                             const SimulatedLeague& league, int i, int j,
                             double most) {
    series.rows.push_back(DifferenceRow(
        {"coverage of 95% intervals of few deals", name, Share(0.935, most)},
        {.draw =
             [league](stats::SplitMix64& random) {
               return DrawLeague(league, random);
             },
         .truth = LongRunElo(league)},
        i, j));
  };
  for (const bool same_deals : {false, true}) {
    const char* const mode = same_deals ? ", same deals" : ", own deals";
    const auto six = [same_deals](int deals, int of_last, double copied) {
      return SimulatedLeague{.strength = Ladder(6, 0),
                             .deal_effect = 0.5,
                             .deals = deals,
                             .same_deals = same_deals,
                             .deals_of_last = of_last,
                             .copied = copied};
    };
    for (const int deals : {8, 30}) {
      add(absl::StrCat("6 bots, ", deals, " deals", mode), six(deals, 0, 0), 0,
          1, deals < 10 ? 0.99 : 0.985);
    }
    add(absl::StrCat("newcomer, 6 of 100 deals", mode), six(100, 6, 0), 0, 5,
        0.98);
    for (const double copied : {0.98, 0.999, 1.0}) {
      add(absl::StrCat("bots alike on ", copied, " of 100 deals", mode),
          six(100, 0, copied), 0, 1, 1);
    }
    for (const double copied : {0.9, 0.99}) {
      SimulatedLeague two = six(100, 0, copied);
      two.strength = Ladder(2, 1);
      add(absl::StrCat("two bots alike on ", copied, " of 100 deals", mode),
          two, 0, 1, 1);
    }
  }
  const auto three = [](int deals, int of_first_two) {
    return SimulatedLeague{.strength = Ladder(3, 0),
                           .deal_effect = 0.5,
                           .deals = deals,
                           .deals_of_first_two = of_first_two};
  };
  add("a pairing of 3 deals beside 300", three(300, 3), 0, 1, 0.98);
  add("a newcomer with 3 deals against each", three(3, 300), 0, 2, 1);
  return series;
}

namespace {

struct MisfitCase {
  const char* group;
  SimulatedLeague league;  // in both deal modes
  CheckBand band;
};

std::vector<MisfitCase> MisfitCases() {
  const auto fits = [](int bots, double total, double effect, int deals) {
    return SimulatedLeague{
        .strength = Ladder(bots, total), .deal_effect = effect, .deals = deals};
  };
  const auto circle = [](double effect, int deals, double lead) {
    return SimulatedLeague{.strength = Ladder(3, 0),
                           .deal_effect = effect,
                           .deals = deals,
                           .circle = lead};
  };
  const char* const falsely =
      "share of leagues with a false misfit, nominal 0.05";
  // A circle of 3% at equal strengths: 0.12 in log units.
  const char* const found = "share of leagues in which a circle of 3% is found";
  return {{falsely, fits(4, 0, 0, 20), Share(0, 0.06)},
          {falsely, fits(6, 1, 0, 100), Share(0.02, 0.06)},
          {falsely, fits(12, 0, 0, 300), Share(0.02, 0.065)},
          {falsely, fits(4, 0, 1.5, 20), Share(0, 0.06)},
          {falsely, fits(6, 1, 1.5, 100), Share(0.02, 0.06)},
          {falsely, fits(12, 0, 1.5, 300), Share(0.02, 0.065)},
          {found, circle(0, 2000, 0.12), Share(0.95, 1)},
          {found, circle(1.5, 4000, 0.2), Share(0.95, 1)}};
}

}  // namespace

CheckSeries MisfitSeries() {
  CheckSeries series{.stream = 707};
  for (MisfitCase& each : MisfitCases()) {
    for (const bool same_deals : {false, true}) {
      SimulatedLeague& league = each.league;
      league.same_deals = same_deals;
      series.Add({each.group,
                  absl::StrCat(league.strength.size(), " bots, ", league.deals,
                               same_deals ? " same" : " own",
                               " deals, effects ", league.deal_effect),
                  each.band},
                 ScaleRuns(6, league.strength.size()),
                 [league](CheckRun& run) { CountMisfit(league, run); });
    }
  }
  return series;
}

}  // namespace couillon::arena
