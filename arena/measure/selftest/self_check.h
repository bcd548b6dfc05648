// Self-checks of the instrument: rows of simulations whose truth is known, with
// the claims that each must keep. One runner reads them all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/pairs/result_scale.h"

namespace couillon::arena {

struct SelfTestBots;

// The level of the intervals that the checks look at.
inline constexpr double kCheckLevel = 0.95;

[[nodiscard]] inline bool Covers(const stats::Interval& interval,
                                 double truth) {
  return interval.lo <= truth && truth <= interval.hi;
}

struct SelfTestPlan {
  std::int64_t runs = 2000;  // simulations per row; some rows scale this number
  std::uint64_t seed = 1;    // the same seed gives the same findings
};

// The figure of a claim, and the band in which it must lie.
struct CheckBand {
  enum class Kind {
    kTotal,       // the total is in [lo, hi]
    kMean,        // the mean is in [lo, hi]
    kShare,       // the mean is in ShareBand(lo, hi)
    kWorstShare,  // the same for the least of 400 shares
    kLength,      // the mean length of a test is within hi of 1
    kKnown,       // the mean is lo within three errors, that of lo being hi
  };
  Kind kind = Kind::kTotal;
  double lo = 0;
  double hi = 0;
};

// Shares of runs between `lo` and `hi`.
[[nodiscard]] constexpr CheckBand Share(double lo, double hi) {
  return {.kind = CheckBand::Kind::kShare, .lo = lo, .hi = hi};
}
// The same of the least of 400 shares.
[[nodiscard]] constexpr CheckBand WorstShare(double lo) {
  return {.kind = CheckBand::Kind::kWorstShare, .lo = lo, .hi = 1};
}
// A mean length of 1, up to `tolerance` and noise.
[[nodiscard]] constexpr CheckBand Length(double tolerance) {
  return {.kind = CheckBand::Kind::kLength, .hi = tolerance};
}
// A total of zero: what is counted must never happen.
inline constexpr CheckBand kNever;

// What is claimed of one figure of a row.
struct CheckClaim {
  std::string group;  // the measured property
  std::string name;   // the case within the group
  CheckBand band;
  double unit = 1;          // of a mean
  bool complement = false;  // the figure is one minus the mean
};

// The simulations per row: `times` * runs of the plan / `over`, at least 1, or
// `fixed` if that is not 0.
struct CheckRuns {
  std::int64_t times = 1;
  std::int64_t over = 1;
  std::int64_t fixed = 0;
};

// A simulation under way, and what it has found so far.
struct CheckRun {
  struct Tally {
    double total = 0;
    double of = 0;     // the mean is total / of
    double error = 0;  // of the mean, for kKnown
  };

  std::uint64_t seed = 0;  // of the plan
  std::int64_t runs = 0;   // of the row
  std::int64_t index = 0;  // of this run, from 0
  stats::SplitMix64 random{0};
  std::vector<Tally> found;  // by claim

  // Adds to a claim; without effect if the row has fewer of them.
  void Add(std::size_t claim, double amount, double of = 1) {
    if (claim >= found.size()) return;
    found[claim].total += amount;
    found[claim].of += of;
  }
  void Count(std::size_t claim, bool holds) { Add(claim, holds ? 1 : 0); }
};

using Simulation = std::function<void(CheckRun&)>;

// A law or league, and a method whose results are counted for each claim.
struct CheckRow {
  std::vector<CheckClaim> claims;
  CheckRuns runs;
  Simulation simulate;
  bool at_once = false;  // `simulate` is called once for all runs
};

// A league whose results are drawn at random, by play in any format.
struct DrawnLeague {
  std::function<stats::LeagueSums(stats::SplitMix64&)> draw;
  std::vector<double> truth;  // ratings by bot, in the unit of `scale`
  stats::ResultScale scale = stats::ResultScale::kScore;
};

// Returns the row whose runs keep a claim if the 95% interval of bot i against
// bot j covers the truth, or if the results rate none.
[[nodiscard]] CheckRow DifferenceRow(CheckClaim claim, DrawnLeague league,
                                     int i, int j);

// Rows that share a stream of random numbers. Findings are listed by group.
struct CheckSeries {
  std::uint64_t stream = 0;
  bool same_draws = false;  // each row begins the stream anew
  std::vector<CheckRow> rows;

  // Adds a row with one claim.
  void Add(CheckClaim claim, CheckRuns runs, Simulation simulate) {
    rows.push_back({.claims = {std::move(claim)},
                    .runs = runs,
                    .simulate = std::move(simulate)});
  }
};

struct SelfCheck {
  std::string group;
  std::string name;
  std::int64_t runs = 0;
  double found = 0;
  stats::Interval band;

  // Also false if `found` is NaN.
  [[nodiscard]] bool passed() const {
    return found >= band.lo && found <= band.hi;
  }
};

// Returns the band of a share between `lo` and `hi` that is estimated from
// `runs` simulations: [lo, hi], widened at each end by three standard errors of
// a share of that size. A correct instrument fails a check for one in several
// hundred seeds; for a given seed the result is always the same.
[[nodiscard]] stats::Interval ShareBand(double lo, double hi,
                                        std::int64_t runs);

// Runs the rows, and returns one check per claim.
[[nodiscard]] std::vector<SelfCheck> RunSeries(const CheckSeries& series,
                                               const SelfTestPlan& plan);

// The series of `couillon selftest stats`, in its order.
[[nodiscard]] std::vector<CheckSeries> AllSeries(const SelfTestBots& bots);

// The same bot twice: with coupled random seeds every pair is exactly even;
// with independent ones the nElo interval covers 0.
[[nodiscard]] CheckSeries SameBotSeries(const SelfTestBots& bots);
// The spoilt bot against the reference: its mean agrees with long runs.
[[nodiscard]] CheckSeries KnownBotSeries(const SelfTestBots& bots);
// Two bots swapped: every difference changes its sign, to the last bit.
[[nodiscard]] CheckSeries SwapSeries(const SelfTestBots& bots);
// Blocks merged in random orders and groupings: reports of the same bytes.
[[nodiscard]] CheckSeries ShardSeries(const SelfTestBots& bots);

// Intervals of mean, Elo and nElo of at least 200 pairs.
[[nodiscard]] CheckSeries IntervalSeries();
// nElo intervals of strong bots, whose main error is that of the deviation.
[[nodiscard]] CheckSeries StrongBotSeries();
// nElo intervals of few pairs, where an open one holds every truth.
[[nodiscard]] CheckSeries FewPairsSeries();
// False bounds of bots that won or lost everything in leagues of few pairs, and
// false marks there.
[[nodiscard]] CheckSeries SweepSeries();
// Means of unpaired deals with the value of the cards as a control variate: the
// slope from 100 earlier deals, the expectation known or from other deals.
[[nodiscard]] CheckSeries ControlledMeanSeries();
// Pairs that all have the same result: no interval is a point.
[[nodiscard]] CheckSeries ZeroVarianceSeries();
// The worst plus-two interval over laws from flat to nearly degenerate.
[[nodiscard]] CheckSeries PlusTwoSeries();

// Differences of equal bots that all meet on the same deals.
[[nodiscard]] CheckSeries LeagueIntervalSeries();
// Differences of ascending bots in both deal modes.
[[nodiscard]] CheckSeries DealModeSeries();
// False significance marks in leagues of equal bots, in both deal modes.
[[nodiscard]] CheckSeries MarkSeries();
// Differences that rest on few deals, or on results that hardly differ.
[[nodiscard]] CheckSeries FewDealsSeries();
// Significant misfit: false where one strength per bot explains the results,
// true where three bots beat each other in a circle.
[[nodiscard]] CheckSeries MisfitSeries();

// The sequential test of [0, 20] nElo: errors at both bounds, mean length
// relative to the Brownian formula, decisions half-way between the bounds.
[[nodiscard]] CheckSeries SequentialSeries();
// Sequential matches with many pairs in flight: decision, likelihood ratio and
// score are those of one pair at a time.
[[nodiscard]] CheckSeries ArrivalSeries();
// The e-process and the anytime interval: false alarms between equal bots with
// a look after each pair, and the length of the e-process.
[[nodiscard]] CheckSeries AnytimeSeries();
// Estimates after a stop: coverage, and as many above the truth as below it.
[[nodiscard]] CheckSeries StoppedSeries();
// The anytime interval as `couillon rate` prints it, watched while it shrinks.
[[nodiscard]] CheckSeries MonitoringSeries();

// Predictions of the Elo under one more ruleset, where rulesets differ by twice
// the error of one.
[[nodiscard]] CheckSeries AnotherRulesetSeries();
// Anchors and priors that results contradict, or do not.
[[nodiscard]] CheckSeries TieSeries();
// The same of points whose law is very skewed, with a short league declared.
[[nodiscard]] CheckSeries SkewedPointsSeries();

// Return the checks as text and as JSON.
[[nodiscard]] std::string SelfCheckText(const std::vector<SelfCheck>& checks);
[[nodiscard]] std::string SelfCheckJson(const SelfTestPlan& plan,
                                        const std::vector<SelfCheck>& checks);

}  // namespace couillon::arena
