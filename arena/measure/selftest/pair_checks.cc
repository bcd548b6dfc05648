// Checks on pairs of known law: intervals after a given number of pairs, and
// tests, estimates and intervals that decide when to stop.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/measure/selftest/self_check.h"
#include "arena/measure/selftest/simulations.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/league/league.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/league/rank_bands.h"
#include "arena/numbers/stats/pairs/control_variate.h"
#include "arena/numbers/stats/pairs/elo.h"
#include "arena/numbers/stats/pairs/mean.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/numbers/stats/sequential/anytime.h"
#include "arena/numbers/stats/sequential/sprt.h"
#include "arena/numbers/stats/sequential/stopped_estimate.h"
#include "arena/table/unit/pair_score.h"
#include "arena/table/unit/sequential_match.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

using stats::EffectOfNelo;
using stats::PairSums;
using stats::ResultScale;
using stats::SequentialDecision;
using stats::SplitMix64;

constexpr double kAlpha = 0.05;
constexpr double kBound = 20;  // nElo
constexpr stats::EloOptions kMirrored = {.level = kCheckLevel,
                                         .seatings_per_pair = 2};

double EffectOf(const CellLaw& law) {
  return (MeanOfLaw(law) - 0.5) / SdOfLaw(law);
}

CellLaw AtNelo(const CellLaw& null, double nelo) {
  return Tilt(null, EffectOfNelo(nelo, 2));
}

// Whether decisive pairs are rare. Where they are lopsided too, the deviation
// increases with the mean; intervals that ignore this are too wide.
bool IsRarelyDecisive(const CellLaw& law) { return law[2] > 0.95; }

// Intervals of the mean, of Elo and of nElo.
Simulation Intervals(const CellLaw& law) {
  const int pairs = std::max(200, static_cast<int>(45 / (1 - law[2])));
  return [law, pairs, mean = MeanOfLaw(law),
          nelo = stats::NeloOfEffect(EffectOf(law), 2)](CheckRun& run) {
    const PairSums sums = DrawPairs(law, pairs, run.random);
    const stats::EloEstimate e = stats::EstimateElo(sums, kMirrored);
    const double half = 1.96 * e.nelo_standard_error.value_or(0);
    run.Count(0, Covers(stats::EstimateMean(sums, kCheckLevel).interval, mean));
    run.Count(1, Covers(e.elo_interval, stats::EloOfScore(mean)));
    run.Count(2, e.nelo && Covers(stats::Around(*e.nelo, half), nelo));
  };
}

// Laws of strong bots: the symmetric law typical of cards tilted to an effect,
// one with hardly a lost deal, and one of nearly all deals won.
std::vector<NamedLaw> StrongLaws() {
  const CellLaw cards = NullLaws()[0].law;
  return {{"200, as of cards", AtNelo(cards, 200)},
          {"373, as of cards", AtNelo(cards, 373)},
          {"few losses", {0.0, 0.02, 0.18, 0.30, 0.50}},
          {"nearly all won", {0.0, 0.0, 0.06, 0.14, 0.80}}};
}

}  // namespace

CheckSeries IntervalSeries() {
  const char* const group = "coverage of 95% intervals";
  CheckSeries series{.stream = 101};
  for (const NamedLaw& null : NullLaws()) {
    const double most = IsRarelyDecisive(null.law) ? 1 : 0.96;
    series.rows.push_back(
        {.claims = {{group, "mean, " + null.name, Share(0.94, 0.96)},
                    {group, "Elo, " + null.name, Share(0.94, 0.96)},
                    {group, "nElo, " + null.name, Share(0.94, most)}},
         .runs = {.times = 4},
         .simulate = Intervals(Tilt(null.law, 0.05))});
  }
  return series;
}

CheckSeries StrongBotSeries() {
  CheckSeries series{.stream = 1414};
  for (const NamedLaw& strong : StrongLaws()) {
    const double nelo = stats::NeloOfEffect(EffectOf(strong.law), 2);
    series.Add({"coverage of 95% nElo intervals of strong bots, 400 pairs",
                absl::StrFormat("%s (%.0f nElo)", strong.name, nelo),
                Share(0.94, 0.96)},
               {.times = 2}, [law = strong.law, nelo](CheckRun& run) {
                 const PairSums sums = DrawPairs(law, 400, run.random);
                 const auto e = stats::EstimateElo(sums, kMirrored);
                 run.Count(0, Covers(e.nelo_interval, nelo));
               });
  }
  return series;
}

namespace {

// -2, -1, 1 or 2, by the probabilities of at most -2, -1 and 1.
std::int64_t DrawLead(const std::array<double, 3>& cumulated,
                      SplitMix64& random) {
  const double draw = random.NextUnit();
  if (draw < cumulated[0]) return -2;
  if (draw < cumulated[1]) return -1;
  return draw < cumulated[2] ? 1 : 2;
}

constexpr std::array<double, 3> kValues = {0.15, 0.45, 0.85};
constexpr double kMeanValue = 0.1;
constexpr double kMeanResult = 0.7 * kMeanValue;

// Draws unpaired deals. The result of a bot is the value of its cards in 70% of
// the deals, and otherwise independent of it.
stats::ControlSums DrawUnpaired(int deals, SplitMix64& random) {
  stats::ControlSums sums;
  for (int i = 0; i < deals; ++i) {
    const std::int64_t value = DrawLead(kValues, random);
    const bool by_cards = random.NextUnit() < 0.7;
    sums.Add(by_cards ? value : DrawLead({0.2, 0.5, 0.8}, random), value);
  }
  return sums;
}

// Returns the expected value of the cards as a sample of deals gives it; known
// without deals.
stats::ExpectedValue DrawExpectedValue(int deals, SplitMix64& random) {
  if (deals == 0) return {.mean = kMeanValue};
  PairSums values;
  for (int i = 0; i < deals; ++i) values.Add(DrawLead(kValues, random));
  const stats::MeanEstimate mean = stats::EstimateMean(values, kCheckLevel);
  return {.mean = mean.mean.value_or(0),
          .standard_error = mean.standard_error.value_or(0),
          .degrees_of_freedom = mean.degrees_of_freedom};
}

}  // namespace

CheckSeries ControlledMeanSeries() {
  CheckSeries series{.stream = 1717, .same_draws = true};
  for (const auto& [name, sample] : {std::pair("E v known", 0),
                                     {"E v from 200", 200},
                                     {"E v from 20,000", 20'000}}) {
    series.Add(
        {"coverage of 95% intervals of 200 unpaired deals, with control "
         "variate",
         name, Share(0.94, 0.96)},
        {}, [deals = sample](CheckRun& run) {
          const double beta =
              stats::ControlSlope(DrawUnpaired(100, run.random)).value_or(0);
          const auto expected = DrawExpectedValue(deals, run.random);
          const auto mean = stats::ControlledMean(DrawUnpaired(200, run.random),
                                                  beta, expected, kCheckLevel);
          run.Count(0, Covers(mean.interval, kMeanResult));
        });
  }
  return series;
}

namespace {

stats::SequentialPlan Plan(double nelo1 = kBound, std::int64_t batch = 8) {
  return {.nelo0 = 0,
          .nelo1 = nelo1,
          .alpha = kAlpha,
          .beta = kAlpha,
          .batch = batch};
}

std::optional<stats::StoppedEstimate> EstimateStopped(
    const stats::SequentialPlan& plan, const stats::SequentialTest& test,
    const PairSums& sums) {
  return stats::EstimateAfterStop({.t0 = EffectOfNelo(plan.nelo0, 2),
                                   .t1 = EffectOfNelo(plan.nelo1, 2),
                                   .bounds = test.bounds(),
                                   .batch = plan.batch},
                                  sums, ResultScale::kScore, kCheckLevel);
}

// The intervals of `sums` that must never be a point.
std::vector<stats::Interval> SafeIntervals(const PairSums& sums) {
  const auto plus_two = stats::EstimatePlusTwo(sums, kCheckLevel);
  stats::SequentialPlan plan = Plan(kBound, sums.pairs);
  plan.cap = sums.pairs;
  const auto stopped = EstimateStopped(
      plan, stats::SequentialTest(plan, ResultScale::kScore), sums);
  constexpr stats::Interval kPoint = {.lo = 0, .hi = 0};
  return {plus_two.score_interval, plus_two.elo_interval,
          stats::AnytimeEloInterval(sums, kAlpha, 1000),
          stopped ? stopped->effect_interval : kPoint,
          stopped ? stopped->lead_interval : kPoint};
}

constexpr int kRandomLaws = 400;
constexpr std::array<int, 5> kPlusTwoPairs = {20, 50, 200, 1000, 5000};

// Returns exponential weights to a random power: from flat to nearly
// degenerate.
CellLaw RandomLaw(SplitMix64& random) {
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

// Finds the worst coverage over the laws, for each number of pairs.
void FindWorstPlusTwo(CheckRun& run) {
  std::vector<CellLaw> laws(kRandomLaws);
  for (CellLaw& law : laws) law = RandomLaw(run.random);
  const auto runs = static_cast<double>(run.runs);
  for (std::size_t i = 0; i < kPlusTwoPairs.size(); ++i) {
    double worst = 1;
    for (const CellLaw& law : laws) {
      const double truth = MeanOfLaw(law);
      double covered = 0;
      for (std::int64_t draw = 0; draw < run.runs; ++draw) {
        const auto estimate = stats::EstimatePlusTwo(
            DrawPairs(law, kPlusTwoPairs[i], run.random), kCheckLevel);
        covered += Covers(estimate.score_interval, truth) ? 1 : 0;
      }
      worst = std::min(worst, covered / runs);
    }
    run.Add(i, worst);
  }
}

}  // namespace

CheckSeries ZeroVarianceSeries() {
  static constexpr std::array<std::int64_t, 6> kPairs = {1,  2,    5,
                                                         50, 1000, 100'000};
  CheckSeries series;
  for (const auto& [name, quarters] :
       {std::pair("all lost", 0), {"all split", 2}, {"all won", 4}}) {
    series.Add({"zero variance: intervals without width", name, kNever},
               {.fixed = 5 * kPairs.size()},  // 5 intervals
               [result = quarters](CheckRun& run) {
                 const auto index = static_cast<std::size_t>(run.index);
                 PairSums sums{.denominator = 4};
                 sums.Add(result, kPairs[index / 5]);
                 const stats::Interval i = SafeIntervals(sums)[index % 5];
                 run.Count(0, !(i.hi > i.lo));
               });
  }
  return series;
}

CheckSeries PlusTwoSeries() {
  CheckRow row{
      .runs = {.over = 2}, .simulate = FindWorstPlusTwo, .at_once = true};
  for (const int pairs : kPlusTwoPairs) {
    row.claims.push_back({"worst plus-two interval of 400 random laws",
                          absl::StrCat(pairs, " pairs"), WorstShare(0.935)});
  }
  return {.stream = 202, .rows = {std::move(row)}};
}

namespace {

// No run reaches this; the longest of a thousand takes a few thousand pairs.
constexpr std::int64_t kMaxPairs = 1'000'000;

// The results of a test at its stop.
struct StoppedPairs {
  PairSums sums{.denominator = 4};
  SequentialDecision decision = SequentialDecision::kContinue;
};

// Plays a test, with a look after every batch of results that `draw` returns.
template <typename Draw>
StoppedPairs PlayToStop(const stats::SequentialTest& test, std::int64_t batch,
                        const Draw& draw, SplitMix64& random) {
  StoppedPairs stop;
  while (stop.decision == SequentialDecision::kContinue &&
         stop.sums.pairs < kMaxPairs) {
    for (std::int64_t i = 0; i < batch; ++i) stop.sums.Add(draw(random));
    stop.decision = test.LookAt(stop.sums).decision;
  }
  return stop;
}

auto DrawFrom(const CellLaw& law) {
  return [law](SplitMix64& random) { return DrawQuarters(law, random); };
}

// Game points with heavy tails: 0 in 60% of pairs, +-1 in 30%, +-6 in 10%.
auto DrawPoints(double effect) {
  // E[x^2] is 3.9; a shifted probability of the plus sign gives the mean.
  const double mean_size = 0.3 * 1 + 0.1 * 6;
  const double sd = std::sqrt(0.3 * 1 + 0.1 * 36);
  const double plus = 0.5 + 0.5 * effect * sd / mean_size;
  return [plus](SplitMix64& random) {
    const double u = random.NextUnit();
    const std::int64_t size = u < 0.6 ? 0 : (u < 0.9 ? 1 : 6);
    return random.NextUnit() < plus ? size : -size;
  };
}

// A test that accepts H1, and its number of pairs.
template <typename Draw>
Simulation PlayTest(ResultScale scale, const Draw& draw) {
  return [test = stats::SequentialTest(Plan(), scale), draw](CheckRun& run) {
    const StoppedPairs stop = PlayToStop(test, Plan().batch, draw, run.random);
    run.Count(0, stop.decision == SequentialDecision::kAcceptH1);
    run.Add(1, static_cast<double>(stop.sums.pairs));
  };
}

CheckClaim WrongDecisions(const std::string& name, bool h1_is_true) {
  return {.group = "sequential test: share of wrong decisions",
          .name = name,
          .band = Share(0, 0.055),
          .complement = h1_is_true};
}

// A law of sweeps and even pairs with the effect t per pair: of the least share
// of decisive pairs that has it, t^2 / (1 + t^2), times `times`.
CellLaw FewestDecisive(double t, double times) {
  const double share = times * t * t / (1 + t * t);
  const double lead = t * std::sqrt(share / (1 + t * t));  // in wins
  return {(share - lead) / 2, 0, 1 - share, 0, (share + lead) / 2};
}

CheckRow TestRow(const NamedLaw& null, double nelo) {
  const std::string name = absl::StrFormat("at %g nElo, %s", nelo, null.name);
  const CellLaw law = nelo == 0 ? null.law : AtNelo(null.law, nelo);
  return {.claims = {WrongDecisions(name, nelo > 0),
                     {.group = "sequential test: pairs played / pairs expected",
                      .name = name,
                      .band = Length(IsRarelyDecisive(null.law) ? 0.08 : 0.05),
                      .unit = stats::Forecast(Plan(), 0).expected_pairs}},
          .runs = {.times = 3},
          .simulate = PlayTest(ResultScale::kScore, DrawFrom(law))};
}

}  // namespace

CheckSeries SequentialSeries() {
  CheckSeries series{.stream = 505};
  for (const NamedLaw& null : NullLaws()) {
    series.rows.push_back(TestRow(null, 0));
    series.rows.push_back(TestRow(null, kBound));
  }
  // The law of H1 with the fewest decisive pairs, all of them won, and one with
  // twice as many: even pairs alone must not accept H0 too soon.
  for (const double times : {1.0, 2.0}) {
    series.Add(
        WrongDecisions(absl::StrFormat("at %g nElo, %g times as many "
                                       "decisive pairs as it needs",
                                       kBound, times),
                       true),
        {.times = 3},
        PlayTest(ResultScale::kScore,
                 DrawFrom(FewestDecisive(EffectOfNelo(kBound, 2), times))));
  }
  // Where hardly a pair is decisive the test ends by even pairs alone.
  series.Add(
      WrongDecisions("at 0 nElo, 0.1% of pairs decisive", false), {.times = 3},
      PlayTest(ResultScale::kScore, DrawFrom({0.0005, 0, 0.999, 0, 0.0005})));
  for (const double nelo : {0.0, kBound}) {
    series.Add(
        WrongDecisions(absl::StrFormat("at %g nElo, game points", nelo),
                       nelo > 0),
        {.times = 3},
        PlayTest(ResultScale::kPoints, DrawPoints(EffectOfNelo(nelo, 2))));
  }
  const NamedLaw cards = NullLaws()[0];
  series.Add(
      {"sequential test: share of H1 half-way between the bounds", cards.name,
       Share(0.47, 0.53)},
      {.times = 3},
      PlayTest(ResultScale::kScore, DrawFrom(AtNelo(cards.law, kBound / 2))));
  return series;
}

namespace {

constexpr std::size_t kPairsInFlight = 20'000;  // of a match

v1::LeagueConfig SequentialConfig() {
  v1::LeagueConfig config;
  config.add_bots()->set_name("a");
  config.add_bots()->set_name("b");
  config.add_rulesets()->mutable_ruleset()->mutable_table()->set_sides(2);
  config.set_items(kPairsInFlight);
  config.set_block_items(1);
  v1::SequentialTest& sprt = *config.mutable_sprt();
  sprt.set_elo0(0);
  sprt.set_elo1(kBound);
  sprt.set_alpha(kAlpha);
  sprt.set_beta(kAlpha);
  sprt.set_scale(v1::RESULT_SCALE_SCORE);
  return config;
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

constexpr int kAnytimePairs = 10'000;

// Runs in which two equal bots were ever found to differ: by the bet, and by
// the interval.
void CountFalseAlarms(const CellLaw& equal, CheckRun& run) {
  stats::EqualityBet bet;
  PairSums sums{.denominator = 4};
  bool bet_crossed = false;
  bool interval_crossed = false;
  for (int pair = 0; pair < kAnytimePairs; ++pair) {
    const std::int64_t quarters = DrawQuarters(equal, run.random);
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
  run.Count(0, bet_crossed);
  run.Count(1, interval_crossed);
}

// The pairs that the bet needs to find the stronger bot.
void CountPairsOfBet(const CellLaw& unequal, CheckRun& run) {
  stats::EqualityBet bet;
  double pairs = 0;
  // One-sided, like the sequential test that it is compared with; two-sided the
  // ratio of lengths is 1.9.
  while (bet.log_above() < -std::log(kAlpha)) {
    bet.Add(static_cast<double>(DrawQuarters(unequal, run.random)) / 4);
    pairs += 1;
  }
  run.Add(0, pairs);
}

}  // namespace

CheckSeries ArrivalSeries() {
  CheckSeries series{.stream = 1010};
  for (const std::size_t in_flight : {64, 1024}) {
    series.Add({"sequential match: runs that arrival order changed",
                absl::StrCat(in_flight, " pairs in flight"), kNever},
               {.over = 50},
               [in_flight, config = SequentialConfig()](CheckRun& run) {
                 std::vector<std::int64_t> quarters(kPairsInFlight);
                 const CellLaw law = NullLaws()[0].law;
                 for (std::int64_t& x : quarters) {
                   x = DrawQuarters(law, run.random);
                 }
                 const SequentialMatch one = PlayInFlight(config, quarters, 1);
                 const SequentialMatch many =
                     PlayInFlight(config, quarters, in_flight);
                 run.Count(0, one.look().decision != many.look().decision ||
                                  one.look().llr != many.look().llr ||
                                  one.score() != many.score());
               });
  }
  return series;
}

CheckSeries AnytimeSeries() {
  const char* const group = "anytime: share of runs ever wrong in 10,000 looks";
  const CellLaw equal = NullLaws()[0].law;
  CheckSeries series{.stream = 808};
  series.rows.push_back(
      {.claims = {{group, "evidence", Share(0, kAlpha)},
                  {group, "interval", Share(0, kAlpha)}},
       .simulate = [equal](CheckRun& run) { CountFalseAlarms(equal, run); }});
  series.Add({"anytime: pairs / pairs of the sequential test",
              "at 20 nElo",
              {.kind = CheckBand::Kind::kMean, .lo = 0, .hi = 1.8},
              stats::Forecast(Plan(), kBound).expected_pairs},
             {}, [law = AtNelo(equal, kBound)](CheckRun& run) {
               CountPairsOfBet(law, run);
             });
  return series;
}

namespace {

std::optional<stats::StoppedEstimate> EstimateIfDecisive(
    const stats::SequentialPlan& plan, const stats::SequentialTest& test,
    const PairSums& sums) {
  if (stats::DecisivePairsMidway(plan, sums, ResultScale::kScore) <
      stats::kMinDecisiveMidway) {
    return std::nullopt;
  }
  return EstimateStopped(plan, test, sums);
}

// Intervals of effect and lead after a stop, and estimates above the effect, of
// the tests that have an estimate; and the share of those.
Simulation EstimateAtStop(const stats::SequentialPlan& plan,
                          const CellLaw& law) {
  return [plan, draw = DrawFrom(law), lead = MeanOfLaw(law) - 0.5,
          effect = EffectOf(law),
          test =
              stats::SequentialTest(plan, ResultScale::kScore)](CheckRun& run) {
    const PairSums sums = PlayToStop(test, plan.batch, draw, run.random).sums;
    const auto estimate = EstimateIfDecisive(plan, test, sums);
    run.Count(3, estimate.has_value());
    if (!estimate) return;
    run.Count(0, Covers(estimate->effect_interval, effect));
    run.Count(1, Covers(estimate->lead_interval, lead));
    run.Count(2, estimate->effect > effect);
  };
}

CheckRow StoppedRow(const NamedLaw& null, double nelo, const char* plan_name,
                    stats::SequentialPlan plan) {
  if (plan.cap == 0) plan.cap = stats::DefaultCap(plan);
  const double most = nelo > 100 ? 0.98 : 0.96;
  const char* const group = "after a stop: coverage of 95% intervals";
  const std::string name =
      absl::StrFormat("at %g nElo, %s%s", nelo, null.name, plan_name);
  return {.claims = {{group, "nElo " + name, Share(0.94, most)},
                     {group, "Elo " + name, Share(0.94, most)},
                     {"after a stop: share of estimates above the truth", name,
                      Share(0.47, 0.53)},
                     {"after a stop: share of tests with an estimate", name,
                      Share(0.99, 1)}},
          .simulate = EstimateAtStop(plan, AtNelo(null.law, nelo))};
}

// With few decisive pairs no coverage is claimed, so there is no estimate.
CheckRow UnknownRow(const NamedLaw& null, double nelo) {
  stats::SequentialPlan plan = Plan();
  plan.cap = stats::DefaultCap(plan);
  return {.claims = {{"after a stop: share of tests with an estimate",
                      absl::StrFormat("at %g nElo, %s", nelo, null.name),
                      Share(0, 0.01)}},
          .simulate = [plan, draw = DrawFrom(AtNelo(null.law, nelo)),
                       test = stats::SequentialTest(plan, ResultScale::kScore)](
                          CheckRun& run) {
            const PairSums sums =
                PlayToStop(test, plan.batch, draw, run.random).sums;
            run.Count(0, EstimateIfDecisive(plan, test, sums).has_value());
          }};
}

}  // namespace

CheckSeries StoppedSeries() {
  CheckSeries series{.stream = 1212};
  const std::vector<NamedLaw> laws = NullLaws();
  const NamedLaw& cards = laws[0];
  const NamedLaw& close = laws[3];
  const NamedLaw& rare = laws[4];
  COUILLON_CHECK(IsRarelyDecisive(rare.law));
  for (const double nelo : {-10, 0, 10, 20, 40}) {
    for (const NamedLaw& null : {cards, laws[1], laws[2]}) {
      series.rows.push_back(StoppedRow(null, nelo, "", Plan()));
    }
    series.rows.push_back(
        StoppedRow(close, nelo, ", bounds 0 and 10", Plan(10)));
    series.rows.push_back(UnknownRow(rare, nelo));
  }
  // The same law, with bounds that take long enough.
  for (const double nelo : {0.0, 2.5, 5.0}) {
    series.rows.push_back(StoppedRow(rare, nelo, ", bounds 0 and 5", Plan(5)));
  }
  series.rows.push_back(StoppedRow(cards, 100, "", Plan()));
  // Strong bots stop at the first look that has a bound.
  for (const double nelo : {80, 120, 190, 240, 310}) {
    series.rows.push_back(
        StoppedRow(cards, nelo, ", bounds 0 and 10", Plan(10)));
    series.rows.push_back(StoppedRow(cards, nelo, ", bounds 0 and 20", Plan()));
  }
  stats::SequentialPlan capped = Plan();
  capped.cap = 800;
  series.rows.push_back(StoppedRow(cards, 10, ", cap 800", capped));
  series.rows.push_back(StoppedRow(cards, 10, ", batch 50", Plan(kBound, 50)));
  return series;
}

CheckSeries MonitoringSeries() {
  constexpr std::int64_t kDeclared = 1000;  // pairs
  CheckSeries series{.stream = 1313};
  const std::vector<NamedLaw> laws = NullLaws();
  for (const NamedLaw& null : {laws.front(), laws.back()}) {
    series.Add(
        {"rate, watched to 30,000 pairs: share of runs that ever exclude zero",
         null.name, Share(0, 1 - kCheckLevel)},
        {.over = 2}, [law = null.law](CheckRun& run) {
          PairSums sums{.denominator = 4};
          bool covered = true;
          // A look each time that the pairs have grown by a twentieth.
          while (covered && sums.pairs < 30'000) {
            for (std::int64_t i = 0; i <= sums.pairs / 20; ++i) {
              sums.Add(DrawQuarters(law, run.random));
            }
            covered = Covers(
                stats::AnytimeEloInterval(sums, 1 - kCheckLevel, kDeclared), 0);
          }
          run.Count(0, !covered);
        });
  }
  return series;
}

CheckSeries FewPairsSeries() {
  CheckSeries series{.stream = 1818};
  const std::vector<NamedLaw> null = NullLaws();
  const std::vector<NamedLaw> laws = {
      {"typical of cards", Tilt(null[0].law, 0.1)},
      {"close bots", Tilt(null[3].law, 0.1)},
      {"rare decisions", Tilt(null[4].law, 0.05)},
      StrongLaws()[2]};
  for (const NamedLaw& law : laws) {
    const double nelo = stats::NeloOfEffect(EffectOf(law.law), 2);
    for (const int pairs : {10, 30, 100}) {
      series.Add(
          {"coverage of 95% nElo intervals of few pairs",
           absl::StrFormat("%d pairs, %s", pairs, law.name), Share(0.94, 1)},
          {.times = 2}, [law = law.law, nelo, pairs](CheckRun& run) {
            const PairSums sums = DrawPairs(law, pairs, run.random);
            const auto e = stats::EstimateElo(sums, kMirrored);
            run.Count(0, Covers(e.nelo_interval, nelo));
          });
    }
  }
  return series;
}

namespace {

// A league whose bots have `elo`, with a few won or lost games per pairing.
stats::LeagueSums DrawGames(const std::vector<double>& elo, int games,
                            SplitMix64& random) {
  const auto bots = static_cast<int>(elo.size());
  stats::LeagueSums sums{.bots = bots};
  for (int i = 0; i < bots; ++i) {
    for (int j = i + 1; j < bots; ++j) {
      const double score = stats::ScoreOfElo(elo[static_cast<std::size_t>(i)] -
                                             elo[static_cast<std::size_t>(j)]);
      PairSums pairing;
      for (int game = 0; game < games; ++game) {
        pairing.Add(random.NextUnit() < score ? 1 : 0);
      }
      sums.pairings.push_back({.first = i, .second = j, .score = pairing});
      sums.deals += games;
    }
  }
  return sums;
}

void CountFalseClaims(int bots, int games, CheckRun& run) {
  constexpr double kSpread = 600;  // Elo
  std::vector<double> elo(static_cast<std::size_t>(bots));
  for (double& x : elo) x = kSpread * (run.random.NextUnit() - 0.5);
  const stats::LeagueRating rating = stats::RateLeague(
      DrawGames(elo, games, run.random), {.level = kCheckLevel, .anchor = 0});
  const stats::BetterThan better = stats::KnownBetter(
      rating,
      stats::ComputeCriticalValue(rating, kCheckLevel, /*most_draws=*/2000));
  bool false_bound = false;
  bool false_mark = false;
  for (std::size_t i = 0; i < elo.size(); ++i) {
    const std::optional<double>& bound = rating.bots[i].bound;
    if (bound && rating.islands[0].anchor) {
      const double truth = elo[i] - elo[0];
      false_bound |= rating.bots[i].status == stats::RatingStatus::kAbove
                         ? truth < *bound
                         : truth > *bound;
    }
    for (std::size_t j = 0; j < elo.size(); ++j) {
      false_mark |= better[i][j] && elo[i] < elo[j];
    }
  }
  run.Count(0, false_bound);
  run.Count(1, false_mark);
}

// Equal bots whose pairs are won or lost by one point: the results that few
// pairs mislead most with. In a gauntlet each meets the first bot only.
void CountFalseMarks(int bots, int pairs, bool gauntlet, CheckRun& run) {
  stats::LeagueSums sums{.bots = bots};
  for (int i = 0; i < (gauntlet ? 1 : bots); ++i) {
    for (int j = i + 1; j < bots; ++j) {
      PairSums lead;
      for (int pair = 0; pair < pairs; ++pair) {
        lead.Add(run.random.NextBelow(2) == 0 ? 1 : -1);
      }
      sums.pairings.push_back({.first = i, .second = j, .score = lead});
      sums.deals += pairs;
    }
  }
  const stats::LeagueRating rating =
      stats::RateLeague(sums, {.level = kCheckLevel,
                               .scale = stats::ResultScale::kPoints,
                               .virtual_lead = 1});
  const stats::BetterThan better = stats::KnownBetter(
      rating,
      stats::ComputeCriticalValue(rating, kCheckLevel, /*most_draws=*/2000));
  run.Count(0, std::ranges::any_of(better, [](const std::vector<bool>& line) {
              return std::ranges::find(line, true) != line.end();
            }));
}

}  // namespace

CheckSeries SweepSeries() {
  CheckSeries series{.stream = 1919};
  for (const auto& [bots, games] : {std::pair(2, 6), {2, 12}, {3, 5}, {5, 4}}) {
    const std::string name =
        absl::StrFormat("%d bots, %d games per pairing", bots, games);
    series.rows.push_back(
        {.claims = {{"few games: share of leagues with a false bound", name,
                     Share(0, 1 - kCheckLevel)},
                    {"few games: share of leagues with a false mark", name,
                     Share(0, 1 - kCheckLevel)}},
         .simulate = [count = bots, each = games](CheckRun& run) {
           CountFalseClaims(count, each, run);
         }});
  }
  struct Field {
    bool gauntlet;
    int bots;
    int pairs;
  };
  for (const auto& [gauntlet, bots, pairs] :
       {Field{false, 3, 6}, Field{false, 4, 3}, Field{true, 3, 3},
        Field{true, 8, 4}}) {
    series.Add(
        {"few leads of one point: share of leagues of equal bots with a "
         "false mark",
         absl::StrFormat("%s, %d bots, %d pairs per pairing",
                         gauntlet ? "gauntlet" : "round robin", bots, pairs),
         Share(0, 1 - kCheckLevel)},
        {}, [count = bots, each = pairs, star = gauntlet](CheckRun& run) {
          CountFalseMarks(count, each, star, run);
        });
  }
  return series;
}

namespace {

// Leads of a skewness of 6.5: a rare deal is worth 16.
constexpr std::int64_t kRareLead = 16;
constexpr double kMeanSkewedLead = 0.235 + 0.015 * kRareLead - 0.3;

std::int64_t DrawSkewedLead(SplitMix64& random) {
  const double draw = random.NextUnit();
  if (draw < 0.015) return kRareLead;
  if (draw < 0.25) return 1;
  return draw < 0.55 ? -1 : 0;
}

}  // namespace

CheckSeries SkewedPointsSeries() {
  CheckSeries series{.stream = 2020};
  for (const std::int64_t declared : {100, 1000}) {
    series.Add(
        {"anytime, leads of skewness 6.5: share of runs ever wrong",
         absl::StrFormat("%d pairs declared", declared), Share(0, kAlpha)},
        {}, [declared](CheckRun& run) {
          PairSums sums;
          bool covered = true;
          while (covered && sums.pairs < 20 * declared) {
            for (std::int64_t i = 0; i <= sums.pairs / 20; ++i) {
              sums.Add(DrawSkewedLead(run.random));
            }
            covered = Covers(
                stats::AnytimePointsInterval(sums, kAlpha, declared, kRareLead),
                kMeanSkewedLead);
          }
          run.Count(0, !covered);
        });
  }
  return series;
}

}  // namespace couillon::arena
