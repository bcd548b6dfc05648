#include "arena/measure/selftest/stopping_checks.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/str_format.h"
#include "arena/measure/selftest/simulated_pairs.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/pairs/elo.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/numbers/stats/sequential/anytime.h"
#include "arena/numbers/stats/sequential/sprt.h"
#include "arena/numbers/stats/sequential/stopped_estimate.h"

namespace couillon::arena {
namespace {

using stats::SequentialDecision;
using stats::SplitMix64;

// What was found over the runs of one case.
struct StopTally {
  std::int64_t runs = 0;
  std::int64_t effect_covered = 0;
  std::int64_t lead_covered = 0;
  std::int64_t above = 0;  // medians above the truth
};

// Plays one test to its stop.
stats::PairSums PlayToStop(const stats::SequentialTest& test,
                           std::int64_t batch, const CellLaw& law,
                           SplitMix64& random) {
  stats::PairSums sums;
  sums.denominator = 4;
  do {
    for (std::int64_t i = 0; i < batch; ++i) {
      sums.Add(DrawQuarters(law, random));
    }
  } while (test.LookAt(sums).decision == SequentialDecision::kContinue);
  return sums;
}

StopTally TallyStops(const stats::SequentialPlan& plan, const CellLaw& law,
                     std::int64_t runs, SplitMix64& random) {
  const stats::SequentialTest test(plan, stats::ResultScale::kScore);
  const double lead = MeanOfLaw(law) - 0.5;
  const double effect = lead / SdOfLaw(law);
  StopTally tally{.runs = runs};
  for (std::int64_t run = 0; run < runs; ++run) {
    const stats::PairSums sums = PlayToStop(test, plan.batch, law, random);
    const std::optional<stats::StoppedEstimate> estimate =
        stats::EstimateAfterStop(
            {.t0 = stats::EffectOfNelo(plan.nelo0, plan.seatings_per_pair),
             .t1 = stats::EffectOfNelo(plan.nelo1, plan.seatings_per_pair),
             .bounds = test.bounds(),
             .batch = plan.batch},
            sums, stats::ResultScale::kScore, kCheckLevel);
    if (!estimate) continue;
    tally.effect_covered += Covers(estimate->effect_interval, effect) ? 1 : 0;
    tally.lead_covered += Covers(estimate->lead_interval, lead) ? 1 : 0;
    tally.above += estimate->effect > effect ? 1 : 0;
  }
  return tally;
}

stats::SequentialPlan Plan(std::int64_t batch, std::int64_t cap,
                           double nelo1 = 20) {
  stats::SequentialPlan plan = {.nelo0 = 0,
                                .nelo1 = nelo1,
                                .alpha = 0.05,
                                .beta = 0.05,
                                .batch = batch,
                                .cap = cap};
  if (cap == 0) plan.cap = stats::DefaultCap(plan);
  return plan;
}

// The checks, those of coverage first.
class StopChecks {
 public:
  void Add(const std::string& name, const StopTally& tally, double most) {
    const char* const group = "after a stop: coverage of 95% intervals";
    AddTo(coverage_, group, "nElo " + name, tally.runs, tally.effect_covered,
          ShareBand(0.94, most, tally.runs));
    AddTo(coverage_, group, "Elo " + name, tally.runs, tally.lead_covered,
          ShareBand(0.94, most, tally.runs));
    AddTo(medians_, "after a stop: share of estimates above the truth", name,
          tally.runs, tally.above, ShareBand(0.47, 0.53, tally.runs));
  }
  [[nodiscard]] std::vector<SelfCheck> All() const {
    std::vector<SelfCheck> all = coverage_;
    all.insert(all.end(), medians_.begin(), medians_.end());
    return all;
  }

 private:
  static void AddTo(std::vector<SelfCheck>& to, const char* group,
                    const std::string& name, std::int64_t runs,
                    std::int64_t found, const stats::Interval& band) {
    to.push_back(
        {.group = group,
         .name = name,
         .runs = runs,
         .found = static_cast<double>(found) / static_cast<double>(runs),
         .band = band});
  }

  std::vector<SelfCheck> coverage_;
  std::vector<SelfCheck> medians_;
};

}  // namespace

std::vector<SelfCheck> CheckStopping(const SelfTestPlan& plan) {
  SplitMix64 random(plan.seed ^ 1212);
  StopChecks checks;
  const auto check = [&](const NamedLaw& null, double nelo, const char* how,
                         const stats::SequentialPlan& test) {
    const CellLaw law = Tilted(null.law, stats::EffectOfNelo(nelo, 2));
    // The approximation is cautious where decisive pairs are rare.
    const double most = null.law[2] > 0.95 ? 1 : nelo > 100 ? 0.98 : 0.96;
    checks.Add(absl::StrFormat("at %g nElo, %s%s", nelo, null.name, how),
               TallyStops(test, law, plan.runs, random), most);
  };
  for (const NamedLaw& null : NullLaws()) {
    for (const double nelo : {-10, 0, 10, 20, 40}) {
      check(null, nelo, "", Plan(8, 0));
    }
  }
  const NamedLaw cards = NullLaws()[0];
  check(cards, 100, "", Plan(8, 0));
  // Strong bots stop at the first look that has a bound.
  for (const double nelo : {80, 120, 190, 240, 310}) {
    check(cards, nelo, ", bounds 0 and 10", Plan(8, 0, 10));
    check(cards, nelo, ", bounds 0 and 20", Plan(8, 0));
  }
  check(cards, 10, ", cap 800", Plan(8, 800));
  check(cards, 10, ", batch 50", Plan(50, 0));
  return checks.All();
}

std::vector<SelfCheck> CheckMonitoring(const SelfTestPlan& plan) {
  constexpr std::int64_t kPairs = 30'000;
  constexpr std::int64_t kDeclared = 1000;
  SplitMix64 random(plan.seed ^ 1313);
  const std::int64_t runs = std::max<std::int64_t>(1, plan.runs / 2);
  const std::vector<NamedLaw> laws = NullLaws();
  std::vector<SelfCheck> checks;
  for (const NamedLaw& null : {laws.front(), laws.back()}) {
    std::int64_t excluded = 0;
    for (std::int64_t run = 0; run < runs; ++run) {
      stats::PairSums sums;
      sums.denominator = 4;
      bool covered = true;
      while (covered && sums.pairs < kPairs) {
        for (std::int64_t i = 0; i <= sums.pairs / 20; ++i) {
          sums.Add(DrawQuarters(null.law, random));
        }
        covered = Covers(
            stats::AnytimeEloInterval(sums, 1 - kCheckLevel, kDeclared), 0);
      }
      excluded += covered ? 0 : 1;
    }
    checks.push_back(
        {.group = "rate, watched to 30,000 pairs: share of runs "
                  "that ever exclude zero",
         .name = null.name,
         .runs = runs,
         .found = static_cast<double>(excluded) / static_cast<double>(runs),
         .band = ShareBand(0, 1 - kCheckLevel, runs)});
  }
  return checks;
}

}  // namespace couillon::arena
