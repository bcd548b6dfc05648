#include "arena/measure/selftest/referee_checks.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "arena/league/store/stored_unit.h"
#include "arena/numbers/stats/pairs/elo.h"
#include "arena/numbers/stats/pairs/mean.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/seating_sums.h"
#include "arena/table/quantity.h"
#include "arena/table/referee/in_process_link.h"
#include "arena/table/unit/pair_score.h"
#include "arena/table/unit/unit_result.h"

namespace couillon::arena {
namespace {

// Game points per deal of the spoilt bot against the reference under
// basic-gerver, and their standard error, from 40 leagues of 100,000 deals in
// both seatings with the seeds "long 0" to "long 39".
constexpr double kKnownPoints = -0.07735;
constexpr double kKnownError = 0.00021;

struct PairOfBots {
  stats::PairSums score{.denominator = 4};
  stats::SeatingSums game_points;
  std::int64_t uneven = 0;  // pairs whose score is not 1/2
};

PairOfBots PlayPair(const SelfTestBots& bots, const DecideFunction& first,
                    const DecideFunction& second, const std::string& seed,
                    std::uint64_t deals, bool coupled) {
  PairOfBots pair;
  const std::vector<StoredUnit> units = Play({.rules = bots.rules,
                                              .bots = {first, second},
                                              .seed = seed,
                                              .deals = deals,
                                              .block = 1000,
                                              .coupled = coupled});
  for (const StoredUnit& unit : units) {
    for (const PairScore score : unit.outcome.scores) {
      const int half_points = score.HalfPoints(2);
      pair.score.Add(half_points);
      pair.uneven += half_points == 2 ? 0 : 1;
    }
    // Units of one pairing have one denominator, so they always merge.
    static_cast<void>(
        pair.game_points.Merge(unit.outcome.leads[Quantity::kGamePoints]));
  }
  return pair;
}

}  // namespace

std::vector<SelfCheck> CheckSameBot(const SelfTestPlan& plan,
                                    const SelfTestBots& bots) {
  constexpr std::uint64_t kDeals = 200;
  std::vector<SelfCheck> checks;
  const auto coupled_deals = static_cast<std::uint64_t>(20 * plan.runs);
  for (const bool is_random : {true, false}) {
    const DecideFunction& bot = is_random ? bots.random : bots.reference;
    const PairOfBots pair = PlayPair(
        bots, bot, bot, absl::StrCat("coupled ", plan.seed), coupled_deals,
        /*coupled=*/true);
    const stats::PairSums points = stats::PairResults(pair.game_points);
    checks.push_back(
        {.group = "same bot twice, coupled: pairs that are not even",
         .name = is_random ? "random" : "reference",
         .runs = static_cast<std::int64_t>(coupled_deals),
         .found =
             static_cast<double>(std::max(pair.uneven, points.sum_squares)),
         .band = {0, 0}});
  }
  std::int64_t covered = 0;
  for (std::int64_t run = 0; run < plan.runs; ++run) {
    const PairOfBots pair =
        PlayPair(bots, bots.random, bots.random,
                 absl::StrCat("same ", plan.seed, " ", run), kDeals,
                 /*coupled=*/false);
    const stats::EloEstimate elo =
        stats::EstimateElo(pair.score, {.level = 0.95, .seatings_per_pair = 2});
    covered += elo.nelo_interval.lo <= 0 && 0 <= elo.nelo_interval.hi ? 1 : 0;
  }
  checks.push_back(
      {.group = "same bot twice: share of nElo intervals that cover 0",
       .name = absl::StrCat("random, ", kDeals, " deals each"),
       .runs = plan.runs,
       .found = static_cast<double>(covered) / static_cast<double>(plan.runs),
       .band = ShareBand(0.94, 0.96, plan.runs)});
  return checks;
}

std::vector<SelfCheck> CheckKnownBot(const SelfTestPlan& plan,
                                     const SelfTestBots& bots) {
  const auto deals = static_cast<std::uint64_t>(20 * plan.runs);
  const PairOfBots pair =
      PlayPair(bots, Spoilt(bots.reference), bots.reference,
               absl::StrCat("known ", plan.seed), deals, /*coupled=*/false);
  const stats::MeanEstimate mean =
      stats::EstimateMean(stats::PairResults(pair.game_points), 0.95);
  const double error = mean.standard_error.value_or(0);
  const double off = 3 * std::hypot(error, kKnownError);
  return {{.group = "reference with one decision of ten at random",
           .name = "game points per deal",
           .runs = static_cast<std::int64_t>(deals),
           .found = mean.mean.value_or(std::nan("")),
           .band = {kKnownPoints - off, kKnownPoints + off}}};
}

}  // namespace couillon::arena
