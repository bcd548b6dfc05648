// Seasons are drawn by SimulatedSeason; individual tables and those of three
// bots are drawn here.
#include "arena/standing/selftest/format_checks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/league/additive.h"
#include "arena/numbers/stats/league/league.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/league/rank_bands.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/points.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/numbers/stats/sequential/anytime.h"
#include "arena/report/data/certainty.h"
#include "arena/report/data/every_look.h"
#include "arena/report/data/rating_sheet.h"
#include "arena/report/data/three_way_report.h"
#include "arena/standing/journal/arena_report.h"
#include "arena/standing/planner/season.h"
#include "arena/standing/planner/simulated_season.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

// A pair won completely, in game points per deal: about the spread of a result.
constexpr double kVirtualLead = 2;
// The error of a critical value averages out over the leagues.
constexpr std::int64_t kDraws = 4000;
// A quarter: a season takes a millisecond or more.
constexpr CheckRuns kRuns{.over = 4};

constexpr char kCoverage[] = "coverage of 95% intervals, by format";
constexpr char kFalse[] =
    "share of leagues of equal bots with a false mark or rank, by format";
constexpr char kPairings[] = "coverage of the 95% interval of a pairing";
constexpr char kNoMarks[] = "leagues with any mark or rank";

struct FormatCase {
  RoundFormat format = RoundFormat::kRoundRobin;
  int bots = 0;
  double gap = 0;  // between neighbours in strength, in game points per deal
  std::uint64_t target = 64;
  std::uint64_t round_items = 64;
};

// In the order 0, 5, 10, 3, ... of a ladder, so that the order of submission is
// not that of strength.
std::vector<double> StrengthsOf(const FormatCase& of) {
  constexpr int kStep = 5;
  std::vector<double> strengths;
  for (int bot = 0; bot < of.bots; ++bot) {
    strengths.push_back(of.gap * ((bot * kStep) % of.bots));
  }
  return strengths;
}

Season PlaySeason(const FormatCase& of, stats::SplitMix64& random) {
  Season season{.format = of.format,
                .target = of.target,
                .round_items = of.round_items,
                .challenger = 0};
  season.playing.resize(static_cast<std::size_t>(of.bots));
  std::iota(season.playing.begin(), season.playing.end(), 0);
  SimulatedSeason simulated(StrengthsOf(of),
                            static_cast<unsigned>(random.Next()));
  while (simulated.PlayNext(season)) {
  }
  return season;
}

// The leads of all rounds together.
stats::LeagueSums SumsOf(const Season& season) {
  std::map<std::pair<int, int>, stats::PairSums> leads;
  for (const PlayedRound& round : season.rounds) {
    for (std::size_t i = 0; i < round.leads.size(); ++i) {
      const PlannedPairing& pairing = round.plan.pairings[i];
      stats::PairSums& lead = leads[std::pair(pairing.first, pairing.second)];
      COUILLON_CHECK(lead.Merge(round.leads[i]));
    }
  }
  stats::LeagueSums sums{.bots = static_cast<int>(season.playing.size()),
                         .crosses = stats::CrossList()};
  for (const auto& [pair, lead] : leads) {
    sums.deals += lead.pairs;
    sums.pairings.push_back(
        {.first = pair.first, .second = pair.second, .score = lead});
  }
  return sums;
}

Certainty CertaintyOf(const Season& season) {
  std::vector<RoundPlan> rounds;
  rounds.reserve(season.rounds.size());
  for (const PlayedRound& round : season.rounds) rounds.push_back(round.plan);
  return arena::CertaintyOf(season.format, rounds);
}

// The sheet of the report of the season.
RatingSheet SheetOf(const Season& season, const stats::LeagueSums& sums) {
  const Certainty certainty = CertaintyOf(season);
  RatingSheet sheet = MakeRatingSheet(sums,
                                      {.level = kCheckLevel,
                                       .errors = ErrorsOf(certainty),
                                       .scale = stats::ResultScale::kPoints,
                                       .virtual_lead = kVirtualLead},
                                      kDraws);
  if (certainty == Certainty::kRatings) {
    MarkAtEveryLook({.error = ErrorOfMarks(season.format),
                     .joined = std::vector<int>(season.playing.size())},
                    sheet);
  }
  return sheet;
}

bool SetsApart(const stats::RankBands& ranks) {
  const auto ranked = std::ranges::count_if(
      ranks, [](const auto& rank) { return rank.has_value(); });
  return std::ranges::any_of(ranks, [ranked](const auto& rank) {
    return rank && (rank->best > 1 || rank->worst < ranked);
  });
}

bool HasMark(const RatingSheet& sheet) {
  return std::ranges::any_of(sheet.comparisons, [](const auto& line) {
    return std::ranges::any_of(line, [](const auto& comparison) {
      return comparison && comparison->beats;
    });
  });
}

void CountDifferences(const RatingSheet& sheet,
                      const std::vector<double>& strengths, std::size_t claim,
                      CheckRun& run) {
  const auto bots = static_cast<int>(strengths.size());
  for (int i = 0; i < bots; ++i) {
    for (int j = 0; j < i; ++j) {
      const auto found =
          stats::DifferenceBetween(sheet.rating, i, j, kCheckLevel);
      COUILLON_CHECK(found.has_value());
      run.Count(claim, Covers(found->interval,
                              strengths[static_cast<std::size_t>(i)] -
                                  strengths[static_cast<std::size_t>(j)]));
    }
  }
}

// The interval that the report shows.
stats::Interval IntervalOf(const stats::PairSums& lead, Certainty certainty,
                           std::uint64_t declared) {
  if (certainty != Certainty::kAnytimePairings) {
    return stats::EstimatePoints(lead, {.level = kCheckLevel,
                                        .seatings_per_pair = 2,
                                        .virtual_lead = kVirtualLead})
        .interval;
  }
  return stats::AnytimePointsInterval(
      lead, 1 - kCheckLevel, static_cast<std::int64_t>(declared),
      static_cast<std::int64_t>(kVirtualLead) * lead.denominator);
}

void CountPairings(const Season& season, const stats::LeagueSums& sums,
                   const std::vector<double>& strengths, std::size_t claim,
                   CheckRun& run) {
  const Certainty certainty = CertaintyOf(season);
  for (const stats::Pairing& pairing : sums.pairings) {
    run.Count(claim,
              Covers(IntervalOf(pairing.score, certainty, season.target),
                     strengths[static_cast<std::size_t>(pairing.first)] -
                         strengths[static_cast<std::size_t>(pairing.second)]));
  }
}

// A format whose ratings have intervals.
void AddRated(const std::string& name, const FormatCase& of,
              CheckSeries& series) {
  CheckRow row{.runs = kRuns};
  row.claims.push_back({kCoverage, name, Share(0.94, 0.96)});
  if (of.gap == 0) row.claims.push_back({kFalse, name, Share(0, 0.06)});
  row.simulate = [of](CheckRun& run) {
    const Season season = PlaySeason(of, run.random);
    const RatingSheet sheet = SheetOf(season, SumsOf(season));
    CountDifferences(sheet, StrengthsOf(of), 0, run);
    run.Count(1, HasMark(sheet) || SetsApart(sheet.ranks));
  };
  series.rows.push_back(std::move(row));
}

// A format that shows points of the season and pairings.
void AddUnrated(const std::string& name, const FormatCase& of,
                const CheckBand& band, CheckSeries& series) {
  CheckRow row{.runs = kRuns};
  row.claims = {{kPairings, name, band}, {kNoMarks, name, kNever}};
  row.simulate = [of](CheckRun& run) {
    const Season season = PlaySeason(of, run.random);
    const stats::LeagueSums sums = SumsOf(season);
    CountPairings(season, sums, StrengthsOf(of), 0, run);
    const RatingSheet sheet = SheetOf(season, sums);
    run.Count(1, HasMark(sheet) || SetsApart(sheet.ranks));
  };
  series.rows.push_back(std::move(row));
}

// A sum of uniform draws, in half game points.
std::int64_t DrawLead(stats::SplitMix64& random) {
  constexpr double kSpread = 8;
  const double noise =
      random.NextUnit() + random.NextUnit() + random.NextUnit() - 1.5;
  return std::llround(noise * kSpread);
}

// Equal players whose partners and opponents change.
void AddIndividual(int bots, CheckSeries& series) {
  const std::string name = absl::StrCat("individual, ", bots, " bots");
  CheckRow row{.runs = kRuns};
  row.claims = {{kCoverage, name, Share(0.94, 0.96)},
                {kFalse, name, Share(0, 0.06)}};
  row.simulate = [bots](CheckRun& run) {
    const Season season = PlaySeason({.format = RoundFormat::kIndividual,
                                      .bots = bots,
                                      .target = 32,
                                      .round_items = 16},
                                     run.random);
    std::map<std::pair<std::vector<int>, std::vector<int>>, stats::PairSums>
        leads;
    for (const PlayedRound& round : season.rounds) {
      for (const PlannedTable& table : round.plan.tables) {
        stats::PairSums& lead = leads[{table.first, table.second}];
        lead.denominator = 2;
        for (std::uint64_t deal = 0; deal < round.plan.items; ++deal) {
          lead.Add(DrawLead(run.random));
        }
      }
    }
    std::vector<stats::TeamSums> sums;
    for (const auto& [teams, lead] : leads) {
      sums.push_back(
          {.team = teams.first, .opponents = teams.second, .points = lead});
    }
    const stats::AdditiveRatings ratings = stats::RateTeamSums(
        bots, sums, stats::ResultScale::kPoints, kCheckLevel);
    for (int i = 0; i < bots; ++i) {
      for (int j = 0; j < i; ++j) {
        const auto found = stats::StrengthAgainst(ratings, i, j, kCheckLevel);
        run.Count(0, found && Covers(found->interval, 0));
      }
    }
    run.Count(1, SetsApart(stats::ComputeRankBands(ratings, kCheckLevel)));
  };
  series.rows.push_back(std::move(row));
}

// Four equal players, every two of them partners in as few deals, each won or
// lost by one point.
void AddFewDealsOfPlayers(int deals, CheckSeries& series) {
  const std::string name =
      absl::StrCat("individual, 4 bots, ", deals, " deals per round");
  CheckRow row{.runs = kRuns};
  row.claims = {{kCoverage, name, Share(0.94, 1)},
                {kFalse, name, Share(0, 0.06)}};
  row.simulate = [deals](CheckRun& run) {
    std::vector<stats::TeamSums> sums = {{.team = {0, 1}, .opponents = {2, 3}},
                                         {.team = {0, 2}, .opponents = {1, 3}},
                                         {.team = {0, 3}, .opponents = {1, 2}}};
    for (stats::TeamSums& of : sums) {
      for (int deal = 0; deal < deals; ++deal) {
        of.points.Add(run.random.NextBelow(2) == 0 ? 1 : -1);
      }
    }
    const stats::AdditiveRatings ratings =
        stats::RateTeamSums(4, sums, stats::ResultScale::kPoints, kCheckLevel);
    const auto found = stats::StrengthAgainst(ratings, 0, 1, kCheckLevel);
    run.Count(0, found && Covers(found->interval, 0));
    run.Count(1, SetsApart(stats::ComputeRankBands(ratings, kCheckLevel)));
  };
  series.rows.push_back(std::move(row));
}

// Every three of equal bots at a table, in all six seatings.
void AddThreeWay(int bots, CheckSeries& series) {
  const std::string name = absl::StrCat("three-way, ", bots, " bots");
  CheckRow row{.runs = kRuns};
  row.claims = {{kCoverage, name, Share(0.94, 0.97)},
                {kFalse, name, Share(0, 0.06)}};
  row.simulate = [bots](CheckRun& run) {
    constexpr int kDeals = 32;  // of each three
    std::vector<ThreeWayItem> items;
    for (int a = 0; a < bots; ++a) {
      for (int b = a + 1; b < bots; ++b) {
        for (int c = b + 1; c < bots; ++c) {
          for (int deal = 0; deal < kDeals; ++deal) {
            ThreeWayItem& item = items.emplace_back();
            item.deal = static_cast<std::int64_t>(items.size());
            item.bots = {a, b, c};
            for (auto& of_bot : item.points) {
              for (std::int32_t& at_place : of_bot) {
                at_place = static_cast<std::int32_t>(DrawLead(run.random));
              }
            }
          }
        }
      }
    }
    ThreeWayTable table;
    RateThreeWay(bots, std::move(items), /*with_places=*/false, kCheckLevel,
                 table);
    for (const ThreeWayDifference& difference : table.differences) {
      run.Count(0, difference.lead && Covers(difference.lead->interval, 0));
    }
    run.Count(1, std::ranges::any_of(table.differences,
                                     &ThreeWayDifference::significant));
  };
  series.rows.push_back(std::move(row));
}

}  // namespace

CheckSeries FormatSeries() {
  CheckSeries series{.stream = 808};
  AddRated("round robin, 8 bots",
           {.format = RoundFormat::kRoundRobin, .bots = 8}, series);
  AddRated("gauntlet, 8 bots", {.format = RoundFormat::kGauntlet, .bots = 8},
           series);
  AddRated("adaptive, 8 bots",
           {.format = RoundFormat::kAdaptive, .bots = 8, .round_items = 16},
           series);
  AddRated("adaptive, 8 bots, each 0.2 better than the next",
           {.format = RoundFormat::kAdaptive,
            .bots = 8,
            .gap = 0.2,
            .round_items = 16},
           series);
  AddIndividual(8, series);
  AddThreeWay(5, series);
  for (const int bots : {8, 16, 32}) {
    AddUnrated(absl::StrCat("Swiss, ", bots, " bots"),
               {.format = RoundFormat::kSwiss, .bots = bots}, Share(0.94, 0.96),
               series);
  }
  for (const auto& [name, format] :
       {std::pair("knock-out", RoundFormat::kKnockout),
        std::pair("double knock-out", RoundFormat::kDoubleKnockout)}) {
    for (const double gap : {0.0, 0.2}) {
      AddUnrated(absl::StrCat(name, ", 8 bots",
                              gap > 0 ? ", each 0.2 better than the next" : ""),
                 {.format = format, .bots = 8, .gap = gap, .target = 512},
                 Share(0.95, 1), series);
    }
  }
  for (const int deals : {3, 8}) AddFewDealsOfPlayers(deals, series);
  return series;
}

}  // namespace couillon::arena
