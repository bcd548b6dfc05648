// Verdicts of a ruleset say whom it favours, and whether matches show what
// deals do.
#include "arena/measure/fairness/ruleset_verdict.h"

#include <gtest/gtest.h>

#include <string>

#include "arena/measure/fairness/advantage_verdict.h"
#include "arena/measure/fairness/figures.h"

namespace couillon::arena {
namespace {

using stats::FairnessVerdict;

FigureReport JudgedFigure(const std::string& name, FigureKind kind,
                          double value, FairnessVerdict verdict) {
  FigureReport report;
  report.figure = {.name = name, .kind = kind, .is_advantage = true};
  report.estimate.value = value;
  report.estimate.interval = {.lo = value - 0.01, .hi = value + 0.01};
  report.verdict = AdvantageVerdict{.alone = verdict, .verdict = verdict};
  return report;
}

// A ruleset with the score of the first dealer's side and the lead of eldest's.
RulesetReport RulesetOf(const std::string& id, const FigureReport& score,
                        double lead, FairnessVerdict of_deals) {
  RulesetReport ruleset{.ruleset = id};
  ruleset.matches.figures = {score};
  ruleset.mirrors = {
      {.bot = BotIndex(0),
       .figures = {JudgedFigure("eldest_game_points", FigureKind::kPoints, lead,
                                of_deals)}}};
  return ruleset;
}

FigureReport Score(double value, FairnessVerdict verdict) {
  return JudgedFigure("first_dealer_score", FigureKind::kScore, value, verdict);
}

TEST(RulesetVerdictTest, OnlyUnfairFavoursSomebody) {
  EXPECT_EQ(FavouredBy(Score(0.6, FairnessVerdict::kUnfair)), Favoured::kNamed);
  EXPECT_EQ(FavouredBy(Score(0.4, FairnessVerdict::kUnfair)),
            Favoured::kOthers);
  EXPECT_EQ(FavouredBy(Score(0.6, FairnessVerdict::kUndecided)),
            Favoured::kNobody);
  EXPECT_EQ(FavouredBy(Score(0.501, FairnessVerdict::kFair)),
            Favoured::kNobody);
  EXPECT_EQ(FavouredBy({}), Favoured::kNobody);
}

TEST(RulesetVerdictTest, MatchesHaveAVerdictInElo) {
  const RulesetReport ruleset = RulesetOf(
      "a", Score(0.5, FairnessVerdict::kFair), 0.3, FairnessVerdict::kUnfair);
  const std::optional<MatchVerdict> verdict = VerdictOnMatches(ruleset);
  ASSERT_TRUE(verdict.has_value());
  EXPECT_EQ(verdict->favoured, Favoured::kNobody);
  ASSERT_TRUE(verdict->elo.has_value());
  EXPECT_NEAR(*verdict->elo, 0, 1e-9);
  EXPECT_NEAR(verdict->elo_interval.hi, 6.95, 0.01);
  RulesetReport without = ruleset;
  without.matches.figures.clear();
  EXPECT_FALSE(VerdictOnMatches(without).has_value());
}

// In the first deal of a match the first dealer's side is not eldest's.
TEST(RulesetVerdictTest, MatchesShowASeatEffectInItsDirectionOnly) {
  const auto shows = [](double score, FairnessVerdict of_matches, double lead,
                        FairnessVerdict of_deals) {
    return SeatEffects(RulesetOf("a", Score(score, of_matches), lead, of_deals))
        .at(0)
        .shows_in_matches;
  };
  const auto unfair = FairnessVerdict::kUnfair;
  EXPECT_TRUE(shows(0.6, unfair, -0.3, unfair));
  EXPECT_TRUE(shows(0.4, unfair, 0.3, unfair));
  EXPECT_FALSE(shows(0.6, unfair, 0.3, unfair));
  EXPECT_FALSE(shows(0.6, FairnessVerdict::kUndecided, -0.3, unfair));
  EXPECT_FALSE(shows(0.6, unfair, -0.3, FairnessVerdict::kUndecided));
}

TEST(RulesetVerdictTest, UnfairRulesetsComeFirstAndTheFurthestOfThem) {
  const auto of = [](const std::string& id, double score,
                     FairnessVerdict verdict) {
    return RulesetOf(id, Score(score, verdict), 0, FairnessVerdict::kFair);
  };
  FairnessReport report;
  report.bots = {"bot"};
  RulesetReport none = of("none", 0.5, FairnessVerdict::kFair);
  none.matches.figures.clear();
  report.rulesets = {none, of("fair", 0.5, FairnessVerdict::kFair),
                     of("near", 0.52, FairnessVerdict::kUnfair),
                     of("open", 0.6, FairnessVerdict::kUndecided),
                     of("far", 0.4, FairnessVerdict::kUnfair)};
  std::vector<std::string> names;
  for (const std::size_t i : RulesetsByVerdict(report)) {
    names.push_back(report.rulesets[i].ruleset);
  }
  EXPECT_EQ(names,
            (std::vector<std::string>{"far", "near", "open", "fair", "none"}));
}

}  // namespace
}  // namespace couillon::arena
