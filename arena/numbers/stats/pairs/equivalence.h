// Fairness verdicts by equivalence tests (TOST): two one-sided tests against a
// margin declared beforehand. An effect that is not significant is no proof of
// fairness.
#pragma once

#include <optional>

#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/pairs/mean.h"
#include "arena/numbers/stats/pairs/pair_sums.h"

namespace couillon::stats {

enum class FairnessVerdict {
  kFair,       // the 90% interval lies inside the margin
  kUnfair,     // the 95% interval lies outside the margin
  kUndecided,  // neither: more deals are needed
};

struct Equivalence {
  double p_value = 1;   // of H0: |effect| >= margin; at most 5%: fair
  double p_unfair = 1;  // of H0: |effect| <= margin; at most 5%: unfair
  Interval interval90;
  Interval interval95;
  bool differs_from_zero = false;  // the 95% interval excludes 0
  FairnessVerdict verdict = FairnessVerdict::kUndecided;
};

// Returns the verdict on an effect estimated as `mean` with `standard_error`
// on `df` degrees of freedom. A zero standard error makes both intervals a
// point. Requires: margin > 0, df > 0, no NaN. Source: Schuirmann 1987.
[[nodiscard]] Equivalence TestEquivalence(double mean, double standard_error,
                                          double df, double margin);

// Returns the verdict on the mean of pair results; undecided, with unbounded
// intervals, below two pairs.
[[nodiscard]] Equivalence TestEquivalence(const PairSums& effects,
                                          double margin);

}  // namespace couillon::stats
