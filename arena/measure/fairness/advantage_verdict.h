// The verdict on the advantage of a seat or side: fair, unfair or undecided,
// alone and among all tests of one family.
#pragma once

#include <span>

#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/pairs/equivalence.h"

namespace couillon::arena {

// The chance, at most, that any verdict "fair" of a family is wrong, and the
// same for "unfair".
inline constexpr double kVerdictError = 0.05;

struct AdvantageVerdict {
  stats::Interval interval90;  // of the figure, in its unit and from its zero
  double p_fair = 1;           // of H0: the advantage is the margin or more
  double p_unfair = 1;         // of H0: the advantage is the margin or less
  // The same after Holm's correction over the family.
  double p_fair_adjusted = 1;
  double p_unfair_adjusted = 1;
  int family = 1;  // tests in the family
  // From p, and from the adjusted p.
  stats::FairnessVerdict alone = stats::FairnessVerdict::kUndecided;
  stats::FairnessVerdict verdict = stats::FairnessVerdict::kUndecided;
};

// An estimated figure, its value if neither side has an advantage, and the
// margin: the largest advantage that counts as fair.
struct Advantage {
  double value = 0;
  double standard_error = 0;
  double degrees_of_freedom = 0;  // > 0
  double even = 0;
  double margin = 0;  // > 0
};

// Returns the verdict in a family of one. A standard error of 0 is no evidence:
// undecided.
[[nodiscard]] AdvantageVerdict JudgeAlone(const Advantage& advantage);

// Returns "fair", "unfair" or "undecided".
[[nodiscard]] const char* VerdictWord(stats::FairnessVerdict verdict);

// A verdict, and the number of its test: verdicts with the same number are of
// one and the same test, which counts once. Requires: their p are equal.
struct FamilyMember {
  AdvantageVerdict* verdict = nullptr;
  int test = 0;
};

// Corrects the verdicts of a family by Holm's procedure, for "fair" and for
// "unfair" separately.
void JudgeTogether(std::span<const FamilyMember> family);

}  // namespace couillon::arena
