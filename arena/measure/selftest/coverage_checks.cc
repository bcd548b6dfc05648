#include "arena/measure/selftest/coverage_checks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/measure/selftest/simulated_pairs.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/pairs/control_variate.h"
#include "arena/numbers/stats/pairs/elo.h"
#include "arena/numbers/stats/pairs/mean.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/numbers/stats/sequential/anytime.h"
#include "arena/numbers/stats/sequential/sprt.h"
#include "arena/numbers/stats/sequential/stopped_estimate.h"

namespace couillon::arena {
namespace {

using stats::SplitMix64;

constexpr int kRandomLaws = 400;

CellLaw RandomLaw(SplitMix64& random) {
  // Exponential weights to a random power: from flat to nearly degenerate.
  CellLaw law{};
  double total = 0;
  const double power = 6 * random.NextUnit();
  for (double& p : law) {
    p = std::pow(-std::log(random.NextUnit() + 1e-12), power) + 1e-4;
    total += p;
  }
  for (double& p : law) p /= total;
  return law;
}

}  // namespace

std::vector<SelfCheck> CheckIntervals(const SelfTestPlan& plan) {
  SplitMix64 random(plan.seed ^ 101);
  const std::int64_t runs = 4 * plan.runs;
  std::vector<SelfCheck> checks;
  for (const NamedLaw& null : NullLaws()) {
    const CellLaw law = Tilted(null.law, 0.05);
    const double mean = MeanOfLaw(law);
    const int n = std::max(200, static_cast<int>(45 / (1 - law[2])));
    const double nelo = stats::NeloOfEffect((mean - 0.5) / SdOfLaw(law), 2);
    std::int64_t by_mean = 0;
    std::int64_t by_elo = 0;
    std::int64_t by_nelo = 0;
    for (std::int64_t run = 0; run < runs; ++run) {
      const stats::PairSums sums = DrawPairs(law, n, random);
      const stats::EloEstimate e = stats::EstimateElo(
          sums, {.level = kCheckLevel, .seatings_per_pair = 2});
      by_mean +=
          Covers(stats::EstimateMean(sums, kCheckLevel).interval, mean) ? 1 : 0;
      by_elo += Covers(e.elo_interval, stats::EloOfScore(mean)) ? 1 : 0;
      const double half = 1.96 * e.nelo_standard_error.value_or(0);
      by_nelo += e.nelo && Covers(stats::Around(*e.nelo, half), nelo) ? 1 : 0;
    }
    const auto add = [&](const char* of, std::int64_t covered, double most) {
      checks.push_back(
          {.group = "coverage of 95% intervals",
           .name = absl::StrCat(of, ", ", null.name),
           .runs = runs,
           .found = static_cast<double>(covered) / static_cast<double>(runs),
           .band = ShareBand(0.94, most, runs)});
    };
    add("mean", by_mean, 0.96);
    add("Elo", by_elo, 0.96);
    // Where decisive pairs are rare and lopsided, the deviation increases with
    // the mean. The nElo interval ignores this and is too wide.
    add("nElo", by_nelo, null.law[2] > 0.95 ? 1 : 0.96);
  }
  return checks;
}

namespace {

// Laws of strong bots: the symmetric law typical of cards tilted to an effect,
// one with hardly a lost deal, and one of nearly all deals won.
std::vector<NamedLaw> StrongLaws() {
  const CellLaw cards = NullLaws()[0].law;
  return {{"200, as of cards", Tilted(cards, stats::EffectOfNelo(200, 2))},
          {"373, as of cards", Tilted(cards, stats::EffectOfNelo(373, 2))},
          {"few losses", {0.0, 0.02, 0.18, 0.30, 0.50}},
          {"nearly all won", {0.0, 0.0, 0.06, 0.14, 0.80}}};
}

// The intervals of `sums` that must never be a point.
std::vector<stats::Interval> SafeIntervals(const stats::PairSums& sums) {
  const stats::PlusTwoEstimate plus_two =
      stats::EstimatePlusTwo(sums, kCheckLevel);
  std::vector<stats::Interval> intervals = {
      plus_two.score_interval, plus_two.elo_interval,
      stats::AnytimeEloInterval(sums, 1 - kCheckLevel, 1000)};
  const stats::SequentialPlan plan = {
      .nelo0 = 0, .nelo1 = 20, .alpha = 0.05, .beta = 0.05, .cap = sums.pairs};
  const stats::SequentialTest test(plan, stats::ResultScale::kScore);
  const auto stopped =
      stats::EstimateAfterStop({.t0 = 0,
                                .t1 = stats::EffectOfNelo(plan.nelo1, 2),
                                .bounds = test.bounds(),
                                .batch = sums.pairs},
                               sums, stats::ResultScale::kScore, kCheckLevel);
  intervals.push_back(stopped ? stopped->effect_interval
                              : stats::Interval{.lo = 0, .hi = 0});
  intervals.push_back(stopped ? stopped->lead_interval
                              : stats::Interval{.lo = 0, .hi = 0});
  return intervals;
}

}  // namespace

std::vector<SelfCheck> CheckStrongBots(const SelfTestPlan& plan) {
  constexpr int kPairs = 400;
  SplitMix64 random(plan.seed ^ 1414);
  const std::int64_t runs = 2 * plan.runs;
  std::vector<SelfCheck> checks;
  for (const NamedLaw& strong : StrongLaws()) {
    const double effect = (MeanOfLaw(strong.law) - 0.5) / SdOfLaw(strong.law);
    const double nelo = stats::NeloOfEffect(effect, 2);
    std::int64_t covered = 0;
    for (std::int64_t run = 0; run < runs; ++run) {
      const stats::PairSums sums = DrawPairs(strong.law, kPairs, random);
      const stats::EloEstimate estimate = stats::EstimateElo(
          sums, {.level = kCheckLevel, .seatings_per_pair = 2});
      covered += Covers(estimate.nelo_interval, nelo) ? 1 : 0;
    }
    checks.push_back(
        {.group = "coverage of 95% nElo intervals of strong bots, 400 pairs",
         .name = absl::StrFormat("%s (%.0f nElo)", strong.name, nelo),
         .runs = runs,
         .found = static_cast<double>(covered) / static_cast<double>(runs),
         .band = ShareBand(0.94, 0.96, runs)});
  }
  return checks;
}

namespace {

// Draws unpaired deals. The result of a bot is the value of its cards in 70% of
// the deals, and otherwise independent of it.
class UnpairedDeals {
 public:
  static constexpr double kMeanValue = 0.1;
  static constexpr double kMeanResult = 0.7 * kMeanValue;

  explicit UnpairedDeals(std::uint64_t seed) : random_(seed) {}

  stats::ControlSums Draw(int deals) {
    stats::ControlSums sums;
    for (int i = 0; i < deals; ++i) {
      const std::int64_t value = DrawLead({0.15, 0.45, 0.85});
      const bool by_cards = random_.NextUnit() < 0.7;
      sums.Add(by_cards ? value : DrawLead({0.2, 0.5, 0.8}), value);
    }
    return sums;
  }

  // E v as a sample of that many deals gives it.
  stats::ExpectedValue Sample(int deals) {
    stats::PairSums values;
    for (int i = 0; i < deals; ++i) values.Add(DrawLead({0.15, 0.45, 0.85}));
    const stats::MeanEstimate mean = stats::EstimateMean(values, kCheckLevel);
    return {.mean = mean.mean.value_or(0),
            .standard_error = mean.standard_error.value_or(0),
            .degrees_of_freedom = mean.degrees_of_freedom};
  }

 private:
  // -2, -1, 1 or 2, by the probabilities of at most -2, -1 and 1.
  std::int64_t DrawLead(const std::array<double, 3>& cumulated) {
    const double draw = random_.NextUnit();
    if (draw < cumulated[0]) return -2;
    if (draw < cumulated[1]) return -1;
    return draw < cumulated[2] ? 1 : 2;
  }

  SplitMix64 random_;
};

}  // namespace

std::vector<SelfCheck> CheckControlledMeans(const SelfTestPlan& plan) {
  struct Case {
    const char* name;
    int offline;  // deals behind E v; 0: it is known
  };
  constexpr std::array<Case, 3> kCases = {
      {{"E v known", 0}, {"E v from 200", 200}, {"E v from 20,000", 20'000}}};
  std::vector<SelfCheck> checks;
  for (const Case& each : kCases) {
    UnpairedDeals deals(plan.seed ^ 1717);
    std::int64_t covered = 0;
    for (std::int64_t run = 0; run < plan.runs; ++run) {
      const double beta = stats::ControlSlope(deals.Draw(100)).value_or(0);
      const stats::ExpectedValue expected =
          each.offline == 0
              ? stats::ExpectedValue{.mean = UnpairedDeals::kMeanValue}
              : deals.Sample(each.offline);
      const stats::MeanEstimate mean =
          stats::ControlledMean(deals.Draw(200), beta, expected, kCheckLevel);
      covered += Covers(mean.interval, UnpairedDeals::kMeanResult) ? 1 : 0;
    }
    checks.push_back(
        {.group = "coverage of 95% intervals of 200 unpaired deals, with "
                  "control variate",
         .name = each.name,
         .runs = plan.runs,
         .found = static_cast<double>(covered) / static_cast<double>(plan.runs),
         .band = ShareBand(0.94, 0.96, plan.runs)});
  }
  return checks;
}

std::vector<SelfCheck> CheckZeroVariance() {
  std::vector<SelfCheck> checks;
  const std::vector<std::pair<const char*, int>> results = {
      {"all lost", 0}, {"all split", 2}, {"all won", 4}};
  for (const auto& [name, quarters] : results) {
    std::int64_t points = 0;
    std::int64_t intervals = 0;
    for (const std::int64_t pairs : {1, 2, 5, 50, 1000, 100'000}) {
      stats::PairSums sums;
      sums.denominator = 4;
      sums.Add(quarters, pairs);
      for (const stats::Interval& interval : SafeIntervals(sums)) {
        ++intervals;
        points += interval.hi > interval.lo ? 0 : 1;
      }
    }
    checks.push_back({.group = "zero variance: intervals without width",
                      .name = name,
                      .runs = intervals,
                      .found = static_cast<double>(points),
                      .band = {0, 0}});
  }
  return checks;
}

std::vector<SelfCheck> CheckPlusTwo(const SelfTestPlan& plan) {
  SplitMix64 random(plan.seed ^ 202);
  const std::int64_t runs = std::max<std::int64_t>(1, plan.runs / 2);
  std::vector<SelfCheck> checks;
  std::vector<CellLaw> laws;
  laws.reserve(kRandomLaws);
  for (int i = 0; i < kRandomLaws; ++i) laws.push_back(RandomLaw(random));
  for (const int n : {20, 50, 200, 1000, 5000}) {
    double worst = 1;
    for (const CellLaw& law : laws) {
      const double truth = MeanOfLaw(law);
      std::int64_t covered = 0;
      for (std::int64_t run = 0; run < runs; ++run) {
        const stats::PairSums sums = DrawPairs(law, n, random);
        const auto estimate = stats::EstimatePlusTwo(sums, kCheckLevel);
        covered += Covers(estimate.score_interval, truth) ? 1 : 0;
      }
      worst = std::min(
          worst, static_cast<double>(covered) / static_cast<double>(runs));
    }
    // The minimum of 400 shares is about three standard errors low: allow four.
    const double below = ShareBand(0.935, 1, runs).lo - 0.935;
    checks.push_back({.group = "worst plus-two interval of 400 random laws",
                      .name = absl::StrCat(n, " pairs"),
                      .runs = runs,
                      .found = worst,
                      .band = {0.935 + 4.0 / 3 * below, 1}});
  }
  return checks;
}

}  // namespace couillon::arena
