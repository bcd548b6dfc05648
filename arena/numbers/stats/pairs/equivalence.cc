// Student intervals of 90% and 95% against the margin; the larger of the two
// one-sided p-values counts.

#include "arena/numbers/stats/pairs/equivalence.h"

#include <algorithm>
#include <cmath>

#include "arena/numbers/stats/law/distributions.h"

namespace couillon::stats {

Equivalence TestEquivalence(double mean, double standard_error, double df,
                            double margin) {
  Equivalence result;
  result.interval90 = Around(mean, TwoSidedStudent(0.90, df) * standard_error);
  result.interval95 = Around(mean, TwoSidedStudent(0.95, df) * standard_error);
  // The larger of the two one-sided p-values belongs to the nearer margin.
  const double slack = margin - std::abs(mean);
  if (standard_error > 0) {
    result.p_value = StudentCdf(-slack / standard_error, df);
    result.p_unfair = std::min(1.0, 2 * StudentCdf(slack / standard_error, df));
  } else {
    result.p_value = slack > 0 ? 0 : 1;
    result.p_unfair = slack < 0 ? 0 : 1;
  }
  result.differs_from_zero =
      result.interval95.lo > 0 || result.interval95.hi < 0;
  if (result.interval90.lo > -margin && result.interval90.hi < margin) {
    result.verdict = FairnessVerdict::kFair;
  } else if (result.interval95.lo > margin || result.interval95.hi < -margin) {
    result.verdict = FairnessVerdict::kUnfair;
  }
  return result;
}

Equivalence TestEquivalence(const PairSums& effects, double margin) {
  const MeanEstimate estimate = EstimateMean(effects, 0.95);
  if (!estimate.mean || !estimate.standard_error) return {};
  return TestEquivalence(*estimate.mean, *estimate.standard_error,
                         estimate.degrees_of_freedom, margin);
}

}  // namespace couillon::stats
