// Equivalence tests of single figures, corrected by Holm over all that a report
// tests.

#include "arena/measure/fairness/advantage_verdict.h"

#include <cstddef>
#include <map>
#include <vector>

#include "arena/numbers/stats/sample/multiple_tests.h"

namespace couillon::arena {
namespace {

// At most one of the two p is small: p_unfair is 2 (1 - p_fair), at most 1.
stats::FairnessVerdict VerdictOf(double p_fair, double p_unfair) {
  if (p_fair <= kVerdictError) return stats::FairnessVerdict::kFair;
  if (p_unfair <= kVerdictError) return stats::FairnessVerdict::kUnfair;
  return stats::FairnessVerdict::kUndecided;
}

// Holm's correction of one p of each test, written to one member of each
// verdict.
void Adjust(std::span<const FamilyMember> family, double AdvantageVerdict::* p,
            double AdvantageVerdict::* adjusted) {
  std::map<int, double> p_of_test;
  for (const FamilyMember& member : family) {
    p_of_test[member.test] = member.verdict->*p;
  }
  std::vector<double> values;
  values.reserve(p_of_test.size());
  for (const auto& [test, value] : p_of_test) values.push_back(value);
  const std::vector<double> corrected = stats::HolmAdjusted(values);
  std::size_t at = 0;
  for (auto& [test, value] : p_of_test) value = corrected[at++];
  for (const FamilyMember& member : family) {
    member.verdict->*adjusted = p_of_test[member.test];
    member.verdict->family = static_cast<int>(p_of_test.size());
  }
}

}  // namespace

AdvantageVerdict JudgeAlone(const Advantage& advantage) {
  const stats::Equivalence test = stats::TestEquivalence(
      advantage.value - advantage.even, advantage.standard_error,
      advantage.degrees_of_freedom, advantage.margin);
  AdvantageVerdict verdict;
  verdict.interval90 = {
      .lo = stats::PositiveZero(test.interval90.lo + advantage.even),
      .hi = stats::PositiveZero(test.interval90.hi + advantage.even)};
  if (advantage.standard_error > 0) {
    verdict.p_fair = test.p_value;
    verdict.p_unfair = test.p_unfair;
  }
  verdict.p_fair_adjusted = verdict.p_fair;
  verdict.p_unfair_adjusted = verdict.p_unfair;
  verdict.alone = VerdictOf(verdict.p_fair, verdict.p_unfair);
  verdict.verdict = verdict.alone;
  return verdict;
}

void JudgeTogether(std::span<const FamilyMember> family) {
  Adjust(family, &AdvantageVerdict::p_fair, &AdvantageVerdict::p_fair_adjusted);
  Adjust(family, &AdvantageVerdict::p_unfair,
         &AdvantageVerdict::p_unfair_adjusted);
  for (const FamilyMember& member : family) {
    AdvantageVerdict& verdict = *member.verdict;
    verdict.verdict =
        VerdictOf(verdict.p_fair_adjusted, verdict.p_unfair_adjusted);
  }
}

const char* VerdictWord(stats::FairnessVerdict verdict) {
  switch (verdict) {
    case stats::FairnessVerdict::kFair:
      return "fair";
    case stats::FairnessVerdict::kUnfair:
      return "unfair";
    case stats::FairnessVerdict::kUndecided:
      break;
  }
  return "undecided";
}

}  // namespace couillon::arena
