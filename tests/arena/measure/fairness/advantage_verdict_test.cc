// Verdicts on advantages: one test, and many together.
#include "arena/measure/fairness/advantage_verdict.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "arena/numbers/stats/law/distributions.h"
#include "arena/numbers/stats/law/splitmix.h"

namespace couillon::arena {
namespace {

using stats::FairnessVerdict;

constexpr double kMargin = 0.02;

AdvantageVerdict Judge(double value, double standard_error) {
  return JudgeAlone({.value = value,
                     .standard_error = standard_error,
                     .degrees_of_freedom = 1e6,
                     .margin = kMargin});
}

std::vector<AdvantageVerdict> Together(std::vector<AdvantageVerdict> verdicts,
                                       const std::vector<int>& tests = {}) {
  std::vector<FamilyMember> family;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    family.push_back({.verdict = &verdicts[i],
                      .test = tests.empty() ? static_cast<int>(i) : tests[i]});
  }
  JudgeTogether(family);
  return verdicts;
}

TEST(AdvantageVerdictTest, OneRulesetAskedKeepsTheVerdictOfItsIntervals) {
  for (const double value : {0.0, 0.012, 0.02, -0.03, 0.05}) {
    const stats::Equivalence test =
        stats::TestEquivalence(value, 0.006, 1e6, kMargin);
    const AdvantageVerdict verdict = Together({Judge(value, 0.006)})[0];
    EXPECT_EQ(verdict.verdict, test.verdict) << value;
    EXPECT_EQ(verdict.alone, test.verdict) << value;
    EXPECT_EQ(verdict.p_fair_adjusted, verdict.p_fair);
    EXPECT_EQ(verdict.p_unfair_adjusted, verdict.p_unfair);
    EXPECT_EQ(verdict.family, 1);
  }
}

TEST(AdvantageVerdictTest, IntervalIsFromTheZeroOfTheFigure) {
  const AdvantageVerdict verdict = JudgeAlone({.value = 0.53,
                                               .standard_error = 0.01,
                                               .degrees_of_freedom = 1e6,
                                               .even = 0.5,
                                               .margin = kMargin});
  EXPECT_NEAR(verdict.interval90.lo, 0.53 - 0.01645, 1e-5);
  EXPECT_NEAR(verdict.interval90.hi, 0.53 + 0.01645, 1e-5);
  EXPECT_EQ(verdict.alone, FairnessVerdict::kUndecided);
}

// Two equal deals have a standard error of 0, and show nothing.
TEST(AdvantageVerdictTest, NoSpreadIsNoEvidence) {
  for (const double value : {0.0, 1.0}) {
    const AdvantageVerdict verdict = Judge(value, 0);
    EXPECT_EQ(verdict.verdict, FairnessVerdict::kUndecided);
    EXPECT_EQ(verdict.p_fair, 1);
    EXPECT_EQ(verdict.p_unfair, 1);
  }
}

TEST(AdvantageVerdictTest, VerdictThatOneTestSupportsIsTakenBackAmongTwenty) {
  // Half a margin of 2.2 standard errors: p is about 0.014.
  const AdvantageVerdict fair = Judge(0, kMargin / 2.2);
  const AdvantageVerdict unfair = Judge(kMargin + 0.0125, 0.005);
  EXPECT_EQ(fair.alone, FairnessVerdict::kFair);
  EXPECT_EQ(unfair.alone, FairnessVerdict::kUnfair);
  std::vector<AdvantageVerdict> all(10, fair);
  all.insert(all.end(), 10, unfair);
  for (const AdvantageVerdict& verdict : Together(all)) {
    EXPECT_EQ(verdict.verdict, FairnessVerdict::kUndecided);
    EXPECT_EQ(verdict.family, 20);
  }
}

// Holm divides by the number of tests that are left.
TEST(AdvantageVerdictTest, ClearVerdictsMakeRoomForOthers) {
  const AdvantageVerdict clear = Judge(1, 0.001);
  const AdvantageVerdict weak = Judge(kMargin + 0.0125, 0.005);
  std::vector<AdvantageVerdict> all(9, clear);
  all.push_back(weak);
  EXPECT_EQ(Together(all)[9].verdict, FairnessVerdict::kUnfair);
  EXPECT_NEAR(Together(all)[9].p_unfair_adjusted, weak.p_unfair, 1e-12);
}

TEST(AdvantageVerdictTest, SameTestTwiceCountsOnce) {
  const AdvantageVerdict a = Judge(0.004, kMargin / 4);
  const AdvantageVerdict b = Judge(-0.001, kMargin / 4);
  const std::vector<AdvantageVerdict> once = Together({a, b});
  const std::vector<AdvantageVerdict> twice =
      Together({a, b, a, a}, {0, 1, 0, 0});
  for (const std::size_t i : {std::size_t{0}, std::size_t{2}, std::size_t{3}}) {
    EXPECT_EQ(twice[i].p_fair_adjusted, once[0].p_fair_adjusted);
    EXPECT_EQ(twice[i].family, 2);
  }
  EXPECT_EQ(twice[1].p_fair_adjusted, once[1].p_fair_adjusted);
}

// Rulesets whose advantage is exactly the margin, or a little beyond or within:
// a verdict "fair" of the former and "unfair" of the latter is wrong.
TEST(AdvantageVerdictTest, AnyWrongVerdictOfNineteenIsRarerThanOneInTwenty) {
  constexpr int kFamilies = 4000;
  constexpr std::size_t kRulesets = 19;
  constexpr double kError = 0.006;
  stats::SplitMix64 random(11);
  for (const double advantage : {kMargin, -kMargin}) {
    int wrong_fair = 0;
    int wrong_unfair = 0;
    int wrong_alone = 0;
    for (int family = 0; family < kFamilies; ++family) {
      std::vector<AdvantageVerdict> verdicts;
      for (std::size_t i = 0; i < kRulesets; ++i) {
        const double noise =
            stats::NormalQuantile(std::max(random.NextUnit(), 1e-15));
        verdicts.push_back(Judge(advantage + kError * noise, kError));
      }
      const auto any = [](const std::vector<AdvantageVerdict>& all,
                          FairnessVerdict AdvantageVerdict::* which,
                          FairnessVerdict verdict) {
        return std::any_of(all.begin(), all.end(),
                           [&](const auto& v) { return v.*which == verdict; });
      };
      verdicts = Together(verdicts);
      const auto together = &AdvantageVerdict::verdict;
      wrong_fair += any(verdicts, together, FairnessVerdict::kFair) ? 1 : 0;
      wrong_unfair += any(verdicts, together, FairnessVerdict::kUnfair) ? 1 : 0;
      wrong_alone +=
          any(verdicts, &AdvantageVerdict::alone, FairnessVerdict::kFair) ? 1
                                                                          : 0;
    }
    // 5% and five standard errors of it.
    EXPECT_LT(wrong_fair, 0.05 * kFamilies + 5 * 0.0035 * kFamilies);
    EXPECT_LT(wrong_unfair, 0.05 * kFamilies + 5 * 0.0035 * kFamilies);
    EXPECT_GT(wrong_fair, 0);
    EXPECT_GT(wrong_alone, 0.5 * kFamilies) << "the test sees nothing";
    RecordProperty("wrong_fair", std::to_string(wrong_fair));
    RecordProperty("wrong_unfair", std::to_string(wrong_unfair));
  }
}

}  // namespace
}  // namespace couillon::arena
