// Sentences of a report say what its figures say, whatever they are.
#include "arena/measure/fairness/findings.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>

#include "absl/strings/str_join.h"
#include "arena/measure/fairness/advantage_verdict.h"
#include "arena/measure/fairness/fairness_report.h"
#include "arena/measure/fairness/figures.h"
#include "arena/numbers/stats/pairs/equivalence.h"
#include "arena/table/bot_index.h"

namespace couillon::arena {
namespace {

using stats::FairnessVerdict;

FigureReport Judged(const std::string& name, FigureKind kind, double value,
                    FairnessVerdict verdict) {
  FigureReport report;
  report.figure = {.name = name, .kind = kind, .is_advantage = true};
  report.estimate.value = value;
  report.verdict = AdvantageVerdict{.alone = verdict, .verdict = verdict};
  return report;
}

FigureReport Lead(double value, FairnessVerdict verdict) {
  return Judged("eldest_game_points", FigureKind::kPoints, value, verdict);
}

FigureReport FirstDealer(double value, FairnessVerdict verdict) {
  return Judged("first_dealer_score", FigureKind::kScore, value, verdict);
}

// A report of two bots whose leads are given by ruleset.
struct Case {
  std::string ruleset;
  FigureReport weak;
  FigureReport strong;
};
FairnessReport ReportOf(const std::vector<Case>& cases) {
  FairnessReport report;
  report.bots = {"weak", "strong"};
  for (const Case& each : cases) {
    RulesetReport ruleset{.ruleset = each.ruleset};
    ruleset.mirrors = {{.bot = BotIndex(0), .figures = {each.weak}},
                       {.bot = BotIndex(1), .figures = {each.strong}}};
    report.rulesets.push_back(ruleset);
  }
  return report;
}

std::string Sentences(const FairnessReport& report) {
  return absl::StrJoin(ListFindings(report), "\n",
                       [](std::string* out, const FairnessFinding& finding) {
                         out->append(finding.text);
                       });
}

TEST(FindingsTest, EachRulesetIsNamedWithItsVerdict) {
  const FigureReport fair = Lead(0.01, FairnessVerdict::kFair);
  const FairnessReport report =
      ReportOf({{"a", fair, Lead(0.3, FairnessVerdict::kUnfair)},
                {"b", fair, Lead(-0.3, FairnessVerdict::kUnfair)},
                {"c", fair, Lead(-0.3, FairnessVerdict::kUndecided)},
                {"d", fair, Lead(0, FairnessVerdict::kFair)}});
  EXPECT_EQ(Sentences(report),
            "Lead of eldest's side in a deal of weak: fair under 4 (a, b, c, "
            "d).\n"
            "Lead of eldest's side in a deal of strong: fair under 1 (d); "
            "unfair in their favour under 1 (a); unfair against them under 1 "
            "(b); undecided under 1 (c).");
}

TEST(FindingsTest, BotsThatContradictEachOtherAreSaidToDoSo) {
  const FigureReport above = Lead(0.3, FairnessVerdict::kUnfair);
  const FigureReport below = Lead(-0.3, FairnessVerdict::kUnfair);
  const FigureReport maybe = Lead(-0.3, FairnessVerdict::kUndecided);
  const std::string sentence =
      "Unfair in eldest's favour for one bot and against them for another: ";
  EXPECT_NE(Sentences(ReportOf({{"a", above, above}, {"b", above, below}}))
                .find(sentence + "b."),
            std::string::npos);
  EXPECT_EQ(Sentences(ReportOf({{"a", above, above}, {"b", above, maybe}}))
                .find(sentence),
            std::string::npos);
}

TEST(FindingsTest, ScoresAreInFavourAboveOneHalf) {
  FairnessReport report = ReportOf({{"a", {}, {}}, {"b", {}, {}}});
  report.rulesets[0].matches.figures = {
      FirstDealer(0.51, FairnessVerdict::kUnfair)};
  report.rulesets[1].matches.figures = {
      FirstDealer(0.49, FairnessVerdict::kUnfair)};
  EXPECT_EQ(Sentences(report),
            "Score of the first dealer's side in a match of strong: unfair in "
            "their favour under 1 (a); unfair against them under 1 (b).");
}

TEST(FindingsTest, WholeMatchesComeBeforeSingleDeals) {
  const FigureReport lead = Lead(0.3, FairnessVerdict::kUnfair);
  FairnessReport report = ReportOf({{"a", lead, lead}, {"b", lead, lead}});
  report.rulesets[1].matches.figures = {
      FirstDealer(0.5, FairnessVerdict::kFair)};
  const std::vector<FairnessFinding> findings = ListFindings(report);
  ASSERT_EQ(findings.size(), 3U);
  EXPECT_EQ(findings[0].kind, FindingKind::kMatches);
  EXPECT_EQ(findings[0].bot, "strong");
  EXPECT_EQ(findings[0].verdicts.fair, std::vector<std::string>{"b"});
  EXPECT_EQ(findings[1].kind, FindingKind::kDeals);
  EXPECT_EQ(findings[1].bot, "weak");
  EXPECT_EQ(findings[2].verdicts.in_favour,
            (std::vector<std::string>{"a", "b"}));
}

TEST(FindingsTest, SameRulesAreNamed) {
  FairnessReport report =
      ReportOf({{"a", {}, {}}, {"b", {}, {}}, {"c", {}, {}}});
  EXPECT_EQ(Sentences(report), "");
  report.rulesets[1].same = {.all = 0, .deal = 0};
  report.rulesets[2].same = {.deal = 0};
  EXPECT_EQ(Sentences(report),
            "b has the same rules as a, but for names.\n"
            "c has the rules of a for a single deal; only matches and carries "
            "differ. Equal figures under the same rules count as one test in "
            "Holm's correction.");
}

TEST(FindingsTest, RangesAreThoseOfTheEstimatesThatThereAre) {
  FairnessReport report =
      ReportOf({{"a", {}, {}}, {"b", {}, {}}, {"c", {}, {}}, {"d", {}, {}}});
  const double shares[] = {0.3, 0.5, 0.1};
  for (std::size_t i = 0; i < 3; ++i) {
    report.rulesets[i].ladder = {{.luck_share = shares[i]}};
  }
  report.rulesets[3].ladder = {{}};
  EXPECT_EQ(Sentences(report),
            "Share of luck in a deal (two sides only), strong against weak: "
            "estimates from 10.0% (c) to 50.0% (b).");
  report.rulesets[0].ladder[0].cards = {.deals = 30, .r_squared = 0.25};
  report.rulesets[2].ladder[0].cards = {.deals = 30, .r_squared = 0.75};
  EXPECT_NE(Sentences(report).find(
                "Share of a result that best play with all cards seen explains "
                "(R²), strong against weak: estimates from 25.0% (a) to 75.0% "
                "(c)."),
            std::string::npos)
      << Sentences(report);
  report.rulesets[1].ladder[0].cards = {.deals = 29, .r_squared = 0.9};
  EXPECT_EQ(Sentences(report).find("90.0%"), std::string::npos) << "few deals";
  for (RulesetReport& ruleset : report.rulesets) {
    ruleset.ladder[0].cards = std::nullopt;
  }
  report.rulesets.erase(report.rulesets.begin() + 1, report.rulesets.end());
  EXPECT_EQ(Sentences(report), "") << "one ruleset is no range";
}

}  // namespace
}  // namespace couillon::arena
