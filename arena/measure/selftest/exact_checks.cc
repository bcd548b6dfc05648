#include "arena/measure/selftest/exact_checks.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/league/store/running_sums.h"
#include "arena/league/store/stored_unit.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/pairs/elo.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/numbers/stats/pairs/seating_sums.h"
#include "arena/numbers/stats/sequential/sprt.h"
#include "arena/report/csv/report_csv.h"
#include "arena/report/data/league_report.h"
#include "arena/report/json/report_json.h"
#include "arena/report/text/report_text.h"
#include "arena/table/quantity.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

using stats::SplitMix64;

bool Negates(const std::optional<double>& a, const std::optional<double>& b) {
  return a.has_value() == b.has_value() && (!a || *a == -*b);
}

bool Negates(const stats::Interval& a, const stats::Interval& b) {
  return a.lo == -b.hi && a.hi == -b.lo;
}

// The bounds are symmetric, so that a swap only changes the sign of the ratio.
double Ratio(const stats::PairSums& score) {
  return stats::LookAt({.nelo0 = -5, .nelo1 = 5, .alpha = 0.05, .beta = 0.05},
                       score, stats::ResultScale::kScore)
      .llr;
}

bool NegatesAll(const stats::PairSums& a, const stats::PairSums& b) {
  const stats::EloOptions options{.level = 0.95, .seatings_per_pair = 2};
  const stats::EloEstimate x = stats::EstimateElo(a, options);
  const stats::EloEstimate y = stats::EstimateElo(b, options);
  return Negates(x.elo, y.elo) && Negates(x.nelo, y.nelo) &&
         Negates(x.elo_interval, y.elo_interval) &&
         Negates(x.nelo_interval, y.nelo_interval) &&
         Negates(x.plus_two.elo, y.plus_two.elo) &&
         Negates(x.plus_two.elo_interval, y.plus_two.elo_interval) &&
         x.standard_error == y.standard_error && Ratio(a) == -Ratio(b);
}

stats::PairSums DrawSums(SplitMix64& random) {
  std::vector<std::int64_t> cells(5);
  for (std::int64_t& cell : cells) {
    cell = static_cast<std::int64_t>(random.NextBelow(10'000) >>
                                     random.NextBelow(14));
  }
  return stats::SumsOfCells(cells);
}

std::string ReportBytes(const v1::LeagueConfig& config,
                        const RunningSums& sums) {
  const LeagueReport report =
      ReportOfSums(config, {}, stats::ResultScale::kScore, sums);
  return RenderText(report) + RenderJson(report) + RenderCsv(report);
}

// Merges two random sums at a time until one is left.
RunningSums MergeShuffled(std::vector<RunningSums> shards, SplitMix64& random) {
  while (shards.size() > 1) {
    const std::size_t from = random.NextBelow(shards.size());
    std::swap(shards[from], shards.back());
    const RunningSums last = std::move(shards.back());
    shards.pop_back();
    MergeSums(last, shards[random.NextBelow(shards.size())]);
  }
  return std::move(shards[0]);
}

}  // namespace

std::vector<SelfCheck> CheckSwap(const SelfTestPlan& plan,
                                 const SelfTestBots& bots) {
  SplitMix64 random(plan.seed ^ 1111);
  const char* const group = "results that the order of the bots changed";
  std::int64_t different = 0;
  for (std::int64_t run = 0; run < plan.runs; ++run) {
    const stats::PairSums sums = DrawSums(random);
    different += NegatesAll(sums, stats::SwappedScore(sums)) ? 0 : 1;
  }
  PlayedLeague league{.rules = bots.rules,
                      .bots = {bots.reference, Spoilt(bots.reference)},
                      .seed = absl::StrCat("swap ", plan.seed),
                      .deals = 1000,
                      .block = 1000,
                      .coupled = true};
  const RunningSums straight = SumsOf(ConfigOf(league), Play(league));
  std::swap(league.bots[0], league.bots[1]);
  const RunningSums turned = SumsOf(ConfigOf(league), Play(league));
  const PairingSums& a = straight.rulesets[0].pairings[0];
  const PairingSums& b = turned.rulesets[0].pairings[0];
  const bool same = b.score == stats::SwappedScore(a.score) &&
                    NegatesAll(a.score, b.score) &&
                    stats::PairResults(b.leads[Quantity::kGamePoints]) ==
                        stats::SwappedPoints(
                            stats::PairResults(a.leads[Quantity::kGamePoints]));
  return {{.group = group,
           .name = "drawn counts",
           .runs = plan.runs,
           .found = static_cast<double>(different),
           .band = {0, 0}},
          {.group = group,
           .name = "played, 1,000 deals",
           .runs = 1,
           .found = same ? 0.0 : 1.0,
           .band = {0, 0}}};
}

std::vector<SelfCheck> CheckShards(const SelfTestPlan& plan,
                                   const SelfTestBots& bots) {
  constexpr std::size_t kUnitsOfABlock = 3;
  SplitMix64 random(plan.seed ^ 1212);
  const std::int64_t runs = std::max<std::int64_t>(1, plan.runs / 100);
  const PlayedLeague league{
      .rules = bots.rules,
      .bots = {bots.reference, Spoilt(bots.reference), bots.random},
      .seed = absl::StrCat("shards ", plan.seed),
      .deals = 1000,
      .block = 50};
  const v1::LeagueConfig config = ConfigOf(league);
  const std::vector<StoredUnit> units = Play(league);
  const std::string whole = ReportBytes(config, SumsOf(config, units));
  std::vector<RunningSums> shards;
  for (std::size_t at = 0; at < units.size(); at += kUnitsOfABlock) {
    const auto begin = units.begin() + static_cast<std::ptrdiff_t>(at);
    shards.push_back(SumsOf(config, {begin, begin + kUnitsOfABlock}));
  }
  std::int64_t different = 0;
  for (std::int64_t run = 0; run < runs; ++run) {
    const RunningSums merged = MergeShuffled(shards, random);
    different += ReportBytes(config, merged) == whole ? 0 : 1;
  }
  return {{.group = "reports that the order of merging changed",
           .name = absl::StrCat(shards.size(), " shards of 3 bots"),
           .runs = runs,
           .found = static_cast<double>(different),
           .band = {0, 0}}};
}

}  // namespace couillon::arena
