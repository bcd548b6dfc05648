#include "arena/measure/selftest/sequential_checks.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "arena/measure/selftest/simulated_pairs.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/pairs/elo.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/sequential/anytime.h"
#include "arena/numbers/stats/sequential/sprt.h"
#include "arena/table/unit/pair_score.h"
#include "arena/table/unit/sequential_match.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

using stats::SequentialDecision;
using stats::SplitMix64;

constexpr double kAlpha = 0.05;
constexpr double kBound = 20;  // nElo
// No run reaches this; the longest of a thousand takes a few thousand pairs.
constexpr std::int64_t kMaxPairs = 1'000'000;

stats::SequentialPlan Plan() {
  return {
      .nelo0 = 0, .nelo1 = kBound, .alpha = kAlpha, .beta = kAlpha, .batch = 8};
}

struct Outcomes {
  double accept_h1 = 0;  // share of runs
  double mean_pairs = 0;
};

// Runs the test on pairs that `draw` adds, with a look after every batch.
Outcomes RunTests(stats::ResultScale scale, std::int64_t runs,
                  const std::function<void(stats::PairSums&)>& draw) {
  const stats::SequentialPlan plan = Plan();
  const stats::SequentialTest test(plan, scale);
  Outcomes out;
  for (std::int64_t run = 0; run < runs; ++run) {
    stats::PairSums sums;
    sums.denominator = 4;
    SequentialDecision decision = SequentialDecision::kContinue;
    while (decision == SequentialDecision::kContinue &&
           sums.pairs < kMaxPairs) {
      for (std::int64_t i = 0; i < plan.batch; ++i) draw(sums);
      decision = test.LookAt(sums).decision;
    }
    out.accept_h1 += decision == SequentialDecision::kAcceptH1 ? 1 : 0;
    out.mean_pairs += static_cast<double>(sums.pairs);
  }
  out.accept_h1 /= static_cast<double>(runs);
  out.mean_pairs /= static_cast<double>(runs);
  return out;
}

Outcomes RunOnLaw(const CellLaw& law, std::int64_t runs, SplitMix64& random) {
  return RunTests(stats::ResultScale::kScore, runs, [&](stats::PairSums& sums) {
    sums.Add(DrawQuarters(law, random));
  });
}

// Game points with heavy tails: 0 in 60% of pairs, +-1 in 30%, +-6 in 10%.
Outcomes RunOnPoints(double effect, std::int64_t runs, SplitMix64& random) {
  // E[x^2] is 3.9; a shifted probability of the plus sign gives the mean.
  const double mean_size = 0.3 * 1 + 0.1 * 6;
  const double sd = std::sqrt(0.3 * 1 + 0.1 * 36);
  const double plus = 0.5 + 0.5 * effect * sd / mean_size;
  return RunTests(stats::ResultScale::kPoints, runs,
                  [&, plus](stats::PairSums& sums) {
                    const double u = random.NextUnit();
                    const std::int64_t size = u < 0.6 ? 0 : (u < 0.9 ? 1 : 6);
                    sums.Add(random.NextUnit() < plus ? size : -size);
                  });
}

// Adds the pairs to a sequential match in the order in which they end.
SequentialMatch PlayInFlight(const v1::LeagueConfig& config,
                             const std::vector<std::int64_t>& quarters,
                             std::size_t in_flight) {
  SequentialMatch match(config);
  for (const std::size_t pair : ArrivalOrder(quarters, in_flight)) {
    const auto half_points = static_cast<int>(quarters[pair]);
    const int first = std::min(2, half_points);
    match.Add(static_cast<std::int64_t>(pair),
              {.scores = {PairScore::OfTwo(first, half_points - first)}});
    if (match.ended()) break;
  }
  return match;
}

v1::LeagueConfig SequentialConfig(std::size_t pairs) {
  v1::LeagueConfig config;
  config.add_bots()->set_name("a");
  config.add_bots()->set_name("b");
  config.add_rulesets()->mutable_ruleset()->mutable_table()->set_sides(2);
  config.set_items(pairs);
  config.set_block_items(1);
  v1::SequentialTest& sprt = *config.mutable_sprt();
  sprt.set_elo0(0);
  sprt.set_elo1(kBound);
  sprt.set_alpha(kAlpha);
  sprt.set_beta(kAlpha);
  config.mutable_sprt()->set_scale(v1::RESULT_SCALE_SCORE);
  return config;
}

// The checks of the test: errors first, then lengths, then the rest.
class Checks {
 public:
  explicit Checks(std::int64_t runs) : runs_(runs) {}

  [[nodiscard]] std::int64_t runs() const { return runs_; }
  void AddError(const std::string& name, double share) {
    Add(errors_, "sequential test: share of wrong decisions", name, share,
        ShareBand(0, 0.055, runs_));
  }
  void AddLength(const std::string& name, double ratio, double tolerance) {
    Add(lengths_, "sequential test: pairs played / pairs expected", name, ratio,
        {1 - tolerance, 1 + tolerance});
  }
  void AddMiddle(const std::string& name, double share) {
    Add(middle_, "sequential test: share of H1 half-way between the bounds",
        name, share, ShareBand(0.47, 0.53, runs_));
  }
  [[nodiscard]] std::vector<SelfCheck> All() const {
    std::vector<SelfCheck> all = errors_;
    all.insert(all.end(), lengths_.begin(), lengths_.end());
    all.insert(all.end(), middle_.begin(), middle_.end());
    return all;
  }

 private:
  void Add(std::vector<SelfCheck>& to, const char* group,
           const std::string& name, double found,
           const stats::Interval& band) const {
    to.push_back({.group = group,
                  .name = name,
                  .runs = runs_,
                  .found = found,
                  .band = band});
  }

  std::int64_t runs_;
  std::vector<SelfCheck> errors_;
  std::vector<SelfCheck> lengths_;
  std::vector<SelfCheck> middle_;
};

// One law of pair results, tilted to both bounds of the test.
void CheckLaw(const NamedLaw& null, SplitMix64& random, Checks& checks) {
  const double expected = stats::Forecast(Plan(), 0).expected_pairs;
  const std::int64_t runs = checks.runs();
  const Outcomes at0 = RunOnLaw(null.law, runs, random);
  const Outcomes at1 =
      RunOnLaw(Tilted(null.law, stats::EffectOfNelo(kBound, 2)), runs, random);
  checks.AddError("at 0 nElo, " + null.name, at0.accept_h1);
  checks.AddError("at 20 nElo, " + null.name, 1 - at1.accept_h1);
  // 5% (8% where decisive pairs are rare) plus 2.5 standard errors of the mean
  // length; the standard deviation of a length is about its mean.
  const double tolerance = (null.law[2] > 0.95 ? 0.08 : 0.05) +
                           2.5 / std::sqrt(static_cast<double>(runs));
  checks.AddLength("at 0 nElo, " + null.name, at0.mean_pairs / expected,
                   tolerance);
  checks.AddLength("at 20 nElo, " + null.name, at1.mean_pairs / expected,
                   tolerance);
}

}  // namespace

std::vector<SelfCheck> CheckSequential(const SelfTestPlan& plan) {
  SplitMix64 random(plan.seed ^ 505);
  const std::int64_t runs = 3 * plan.runs;
  Checks checks(runs);
  for (const NamedLaw& null : NullLaws()) CheckLaw(null, random, checks);
  const double effect = stats::EffectOfNelo(kBound, 2);
  checks.AddError("at 0 nElo, game points",
                  RunOnPoints(0, runs, random).accept_h1);
  checks.AddError("at 20 nElo, game points",
                  1 - RunOnPoints(effect, runs, random).accept_h1);
  const CellLaw middle =
      Tilted(NullLaws()[0].law, stats::EffectOfNelo(kBound / 2, 2));
  checks.AddMiddle(NullLaws()[0].name,
                   RunOnLaw(middle, runs, random).accept_h1);
  return checks.All();
}

namespace {

constexpr int kAnytimePairs = 10'000;

// The number of runs in which two equal bots were ever found to differ.
struct FalseAlarms {
  std::int64_t by_bet = 0;
  std::int64_t by_interval = 0;
};

FalseAlarms CountFalseAlarms(std::int64_t runs, const CellLaw& equal,
                             SplitMix64& random) {
  FalseAlarms alarms;
  for (std::int64_t run = 0; run < runs; ++run) {
    stats::EqualityBet bet;
    stats::PairSums sums;
    sums.denominator = 4;
    bool bet_crossed = false;
    bool interval_crossed = false;
    for (int pair = 0; pair < kAnytimePairs; ++pair) {
      const std::int64_t quarters = DrawQuarters(equal, random);
      bet.Add(static_cast<double>(quarters) / 4);
      sums.Add(quarters);
      bet_crossed |= bet.LogEvidence() >= -std::log(kAlpha);
      if (sums.pairs < stats::kFirstAsymptoticLook) continue;
      const std::optional<double> variance = stats::SampleVariance(sums);
      const std::optional<double> lead = stats::MeanAboveHalf(sums);
      COUILLON_CHECK(variance && lead);
      const double radius = stats::AsymptoticRadius(
          sums.pairs, std::sqrt(*variance), kAlpha, kAnytimePairs);
      interval_crossed |= std::abs(*lead) > radius;
    }
    alarms.by_bet += bet_crossed ? 1 : 0;
    alarms.by_interval += interval_crossed ? 1 : 0;
  }
  return alarms;
}

// The pairs over all runs that the bet needs to find the stronger bot.
double PairsToDecide(std::int64_t runs, const CellLaw& unequal,
                     SplitMix64& random) {
  double pairs = 0;
  for (std::int64_t run = 0; run < runs; ++run) {
    stats::EqualityBet bet;
    // One-sided, like the sequential test that it is compared with; two-sided
    // the ratio of lengths is 1.9.
    while (bet.log_above() < -std::log(kAlpha)) {
      bet.Add(static_cast<double>(DrawQuarters(unequal, random)) / 4);
      pairs += 1;
    }
  }
  return pairs;
}

}  // namespace

std::vector<SelfCheck> CheckAnytime(const SelfTestPlan& plan) {
  SplitMix64 random(plan.seed ^ 808);
  const CellLaw equal = NullLaws()[0].law;
  const FalseAlarms alarms = CountFalseAlarms(plan.runs, equal, random);
  const double pairs = PairsToDecide(
      plan.runs, Tilted(equal, stats::EffectOfNelo(kBound, 2)), random);
  const auto runs = static_cast<double>(plan.runs);
  const char* const group = "anytime: share of runs ever wrong in 10,000 looks";
  const stats::Interval rarely = ShareBand(0, kAlpha, plan.runs);
  const double expected = stats::Forecast(Plan(), kBound).expected_pairs;
  return {{.group = group,
           .name = "evidence",
           .runs = plan.runs,
           .found = static_cast<double>(alarms.by_bet) / runs,
           .band = rarely},
          {.group = group,
           .name = "interval",
           .runs = plan.runs,
           .found = static_cast<double>(alarms.by_interval) / runs,
           .band = rarely},
          {.group = "anytime: pairs / pairs of the sequential test",
           .name = "at 20 nElo",
           .runs = plan.runs,
           .found = pairs / runs / expected,
           .band = {0, 1.8}}};
}

std::vector<SelfCheck> CheckArrivalOrder(const SelfTestPlan& plan) {
  constexpr std::size_t kPairs = 20'000;
  SplitMix64 random(plan.seed ^ 1010);
  const std::int64_t runs = std::max<std::int64_t>(1, plan.runs / 50);
  const v1::LeagueConfig config = SequentialConfig(kPairs);
  std::vector<SelfCheck> checks;
  for (const std::size_t in_flight : {64, 1024}) {
    std::int64_t different = 0;
    for (std::int64_t run = 0; run < runs; ++run) {
      std::vector<std::int64_t> quarters(kPairs);
      for (std::int64_t& x : quarters) {
        x = DrawQuarters(NullLaws()[0].law, random);
      }
      const SequentialMatch one = PlayInFlight(config, quarters, 1);
      const SequentialMatch many = PlayInFlight(config, quarters, in_flight);
      const bool same = one.look().decision == many.look().decision &&
                        one.look().llr == many.look().llr &&
                        one.score() == many.score();
      different += same ? 0 : 1;
    }
    checks.push_back(
        {.group = "sequential match: runs that arrival order changed",
         .name = absl::StrCat(in_flight, " pairs in flight"),
         .runs = runs,
         .found = static_cast<double>(different),
         .band = {0, 0}});
  }
  return checks;
}

}  // namespace couillon::arena
