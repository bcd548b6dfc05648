// The sequential test of the arena: a generalised likelihood ratio test on the
// effect size per pair, in closed form, for any real-valued pair result.
//
// Look only at a contiguous prefix of deal numbers, never at the order of
// arrival: the result of a deal may depend on its duration, so looks at the
// deals that end first invalidate the error rates.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/result_scale.h"

namespace couillon::stats {

// The design of a test, to be fixed before the first deal.
struct SequentialPlan {
  double nelo0 = 0;        // H0: the effect is nelo0; -100..nelo1 - 0.01
  double nelo1 = 0;        // H1: the effect is nelo1; -100..100
  double alpha = 0;        // P(accept H1 | H0), in (0, 1)
  double beta = 0;         // P(accept H0 | H1), in (0, 1); alpha + beta < 1
  std::int64_t batch = 1;  // pairs between looks, >= 1
  std::int64_t cap = 0;    // pairs after which it is undecided; 0 = no cap
  double seatings_per_pair = 2;  // 2 mirrored pairs, 6 three-player blocks
};

// Returns the reason why the plan is invalid, for the caller's error message;
// null when it is valid. Refuses NaN.
[[nodiscard]] std::optional<std::string> SequentialProblem(
    const SequentialPlan& plan);

// The two stopping boundaries of the log likelihood ratio.
struct SequentialBounds {
  double lower = 0;  // accept H0 at or below
  double upper = 0;  // accept H1 at or above
};

// Returns Wald's boundaries ln(beta/(1-alpha)), ln((1-beta)/alpha).
[[nodiscard]] SequentialBounds WaldBounds(double alpha, double beta);

// Returns Wald's boundaries, moved inwards by 0.583 (t1 - t0) sqrt(batch) for
// the overshoot of discrete looks (Siegmund 1985).
// Requires: SequentialProblem(plan) is null.
[[nodiscard]] SequentialBounds ComputeBounds(const SequentialPlan& plan);

// Returns n/2 ln((1 + (t-t0)^2) / (1 + (t-t1)^2)), t = (mean - mean0) / sd.
// 0 without pairs. t is clamped to where the ratio increases with it (|t| up to
// about 1), so that a perfect record counts as strong evidence and not as none.
// Swapping the sides, and t0, t1 for -t1, -t0, negates it exactly.
[[nodiscard]] double LogLikelihoodRatio(const PairSums& results,
                                        ResultScale scale, double t0,
                                        double t1);

enum class SequentialDecision { kContinue, kAcceptH0, kAcceptH1, kUndecided };

struct SequentialLook {
  double llr = 0;
  SequentialBounds bounds;
  SequentialDecision decision = SequentialDecision::kContinue;
  // Every pair was even when the test ended, so their number decided (see
  // PairsAllEven), or the bound if that came first.
  bool all_even = false;
};

// Returns (1 + t^2)^-n: the probability that all of n = `pairs` pairs are even
// is at most this if the effect is t or lies further from 0. Where a share p of
// pairs is not even, t^2 <= p / (1 - p), whatever these pairs are worth (by the
// inequality of Cauchy and Schwarz).
[[nodiscard]] double AllEvenProbability(double t, std::int64_t pairs);

// Returns the number of pairs that, if every one of them is even, reject the
// hypothesis that lies further from 0: H1, with the error beta, or H0, with the
// error alpha; both, and so without a decision, if they lie equally far.
// Requires: SequentialProblem(plan) is null.
[[nodiscard]] std::int64_t PairsAllEven(const SequentialPlan& plan);

// A plan prepared for many looks of some tens of nanoseconds each.
class SequentialTest {
 public:
  // Requires: SequentialProblem(plan) is null; otherwise always undecided.
  SequentialTest(const SequentialPlan& plan, ResultScale scale);

  // Returns the state of the test after the pairs in `results`. Even pairs
  // alone end it at a bound or after PairsAllEven, whichever comes first.
  [[nodiscard]] SequentialLook LookAt(const PairSums& results) const;

  [[nodiscard]] const SequentialBounds& bounds() const { return bounds_; }

 private:
  bool sound_;
  ResultScale scale_;
  double t0_;
  double t1_;
  std::int64_t cap_;
  std::int64_t all_even_ = 0;  // see PairsAllEven
  SequentialBounds bounds_;
};

// Returns a single look; the same as SequentialTest(plan, scale).LookAt.
[[nodiscard]] SequentialLook LookAt(const SequentialPlan& plan,
                                    const PairSums& results, ResultScale scale);

// The prediction of Brownian motion with drift, without overshoot.
struct SequentialForecast {
  double accept_h1 = 0;       // probability, by the cap if there is one
  double undecided = 0;       // the same; 0 without a cap
  double expected_pairs = 0;  // mean length
};

// Returns the forecast when the true effect is `nelo`.
// Requires: SequentialProblem(plan) is null.
[[nodiscard]] SequentialForecast Forecast(const SequentialPlan& plan,
                                          double nelo);

// Returns the expected length without a cap at the midpoint of the two
// hypotheses, where it is largest; at least 1.
[[nodiscard]] std::int64_t LongestExpected(const SequentialPlan& plan);

// Returns the default cap: four times that length.
[[nodiscard]] std::int64_t DefaultCap(const SequentialPlan& plan);

}  // namespace couillon::stats
