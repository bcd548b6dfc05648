// Each kind of finding is a function that adds those that the figures support.

#include "arena/measure/fairness/findings.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/measure/fairness/advantage_verdict.h"
#include "arena/measure/fairness/card_control.h"
#include "arena/measure/fairness/fairness_report.h"
#include "arena/measure/fairness/named_figures.h"
#include "arena/measure/fairness/ruleset_verdict.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/pairs/equivalence.h"

namespace couillon::arena {
namespace {

using Names = std::vector<std::string>;

void Add(const std::string& ruleset, const FigureReport* figure,
         RulesetsOfVerdict& verdicts) {
  if (figure == nullptr || !figure->verdict) return;
  switch (figure->verdict->verdict) {
    case stats::FairnessVerdict::kFair:
      verdicts.fair.push_back(ruleset);
      return;
    case stats::FairnessVerdict::kUndecided:
      verdicts.undecided.push_back(ruleset);
      return;
    case stats::FairnessVerdict::kUnfair:
      (FavouredBy(*figure) == Favoured::kNamed ? verdicts.in_favour
                                               : verdicts.against)
          .push_back(ruleset);
  }
}

// Adds the finding, with its sentence, unless there is no verdict.
void AddVerdicts(FindingKind kind, const std::string& bot,
                 const std::string& subject, const RulesetsOfVerdict& verdicts,
                 std::vector<FairnessFinding>& findings) {
  Names clauses;
  const auto add = [&clauses](const std::string& verdict, const Names& names) {
    if (names.empty()) return;
    clauses.push_back(absl::StrFormat("%s under %d (%s)", verdict, names.size(),
                                      absl::StrJoin(names, ", ")));
  };
  add("fair", verdicts.fair);
  add("unfair in their favour", verdicts.in_favour);
  add("unfair against them", verdicts.against);
  add("undecided", verdicts.undecided);
  if (clauses.empty()) return;
  findings.push_back(
      {.kind = kind,
       .bot = bot,
       .verdicts = verdicts,
       .text = subject + ": " + absl::StrJoin(clauses, "; ") + "."});
}

void AddSameRules(const FairnessReport& report,
                  std::vector<FairnessFinding>& findings) {
  bool any = false;
  for (const RulesetReport& ruleset : report.rulesets) {
    const bool all = ruleset.same.all.has_value();
    if (!all && !ruleset.same.deal) continue;
    const std::string& other =
        report.rulesets[all ? *ruleset.same.all : *ruleset.same.deal].ruleset;
    findings.push_back(
        {.kind = all ? FindingKind::kSameRules : FindingKind::kSameDealRules,
         .rulesets = {ruleset.ruleset, other},
         .text =
             all ? absl::StrCat(ruleset.ruleset, " has the same rules as ",
                                other, ", but for names.")
                 : absl::StrCat(ruleset.ruleset, " has the rules of ", other,
                                " for a single deal; only matches and carries "
                                "differ.")});
    any = true;
  }
  if (!any) return;
  findings.back().text +=
      " Equal figures under the same rules count as one test in Holm's "
      "correction.";
}

void AddDeals(const FairnessReport& report,
              std::vector<FairnessFinding>& findings) {
  for (std::size_t bot = 0; bot < report.bots.size(); ++bot) {
    RulesetsOfVerdict verdicts;
    for (const RulesetReport& ruleset : report.rulesets) {
      Add(ruleset.ruleset, MainAdvantage(ruleset.mirrors[bot].figures),
          verdicts);
    }
    AddVerdicts(
        FindingKind::kDeals, report.bots[bot],
        absl::StrCat("Lead of eldest's side in a deal of ", report.bots[bot]),
        verdicts, findings);
  }
}

// Rulesets under which one bot finds what another contradicts.
void AddContradictions(const FairnessReport& report,
                       std::vector<FairnessFinding>& findings) {
  Names names;
  for (const RulesetReport& ruleset : report.rulesets) {
    const auto any = [&ruleset](Favoured favoured) {
      return std::ranges::any_of(
          ruleset.mirrors, [favoured](const MirrorReport& mirror) {
            const FigureReport* lead = MainAdvantage(mirror.figures);
            return lead != nullptr && FavouredBy(*lead) == favoured;
          });
    };
    if (any(Favoured::kNamed) && any(Favoured::kOthers)) {
      names.push_back(ruleset.ruleset);
    }
  }
  if (names.empty()) return;
  findings.push_back(
      {.kind = FindingKind::kContradiction,
       .rulesets = names,
       .text = absl::StrFormat("Unfair in eldest's favour for one bot and "
                               "against them for another: %s.",
                               absl::StrJoin(names, ", "))});
}

void AddMatches(const FairnessReport& report,
                std::vector<FairnessFinding>& findings) {
  RulesetsOfVerdict verdicts;
  for (const RulesetReport& ruleset : report.rulesets) {
    Add(ruleset.ruleset,
        FindFigure(ruleset.matches.figures, "first_dealer_score"), verdicts);
  }
  AddVerdicts(FindingKind::kMatches, report.bots.back(),
              absl::StrCat("Score of the first dealer's side in a match of ",
                           report.bots.back()),
              verdicts, findings);
}

using FigureOf = std::function<std::optional<double>(const RulesetReport&)>;

// The subject of a range: `figure` and `opponent` of FigureRange.
struct RangeSubject {
  std::string figure;
  std::string opponent;
  std::string title;
  bool is_share = true;
};

// The smallest and the largest estimate of a figure over the rulesets.
void AddRange(const FairnessReport& report, const RangeSubject& subject,
              const FigureOf& figure, std::vector<FairnessFinding>& findings) {
  struct End {
    double value;
    std::string ruleset;
  };
  std::vector<End> ends;
  for (const RulesetReport& ruleset : report.rulesets) {
    const std::optional<double> value = figure(ruleset);
    if (value) ends.push_back({*value, ruleset.ruleset});
  }
  if (ends.size() < 2) return;
  const auto [least, most] = std::ranges::minmax_element(ends, {}, &End::value);
  const auto format = [&subject](double value) {
    return subject.is_share ? absl::StrFormat("%.1f%%", 100 * value)
                            : absl::StrFormat("%.0f", value);
  };
  findings.push_back({.kind = FindingKind::kRange,
                      .bot = report.bots.back(),
                      .range = {.figure = subject.figure,
                                .opponent = subject.opponent,
                                .least = least->value,
                                .least_ruleset = least->ruleset,
                                .most = most->value,
                                .most_ruleset = most->ruleset},
                      .text = absl::StrFormat(
                          "%s: estimates from %s (%s) to %s (%s).",
                          subject.title, format(least->value), least->ruleset,
                          format(most->value), most->ruleset)});
}

// Those of the last two bots against each other.
void AddPairingRanges(const FairnessReport& report,
                      std::vector<FairnessFinding>& findings) {
  const std::string& last = report.bots.back();
  const std::string& next = report.bots[report.bots.size() - 2];
  const std::string best = absl::StrCat(last, " against ", next);
  AddRange(
      report,
      {.figure = "luck_share",
       .opponent = next,
       .title = "Share of luck in a deal (two sides only), " + best},
      [](const RulesetReport& ruleset) -> std::optional<double> {
        if (ruleset.ladder.empty()) return std::nullopt;
        return ruleset.ladder.back().luck_share;
      },
      findings);
  AddRange(
      report,
      {.figure = "r_squared",
       .opponent = next,
       .title = "Share of a result that best play with all cards seen "
                "explains (R²), " +
                best},
      [](const RulesetReport& ruleset) -> std::optional<double> {
        if (ruleset.ladder.empty()) return std::nullopt;
        const std::optional<CardControl>& cards = ruleset.ladder.back().cards;
        if (!cards || cards->deals < stats::kFewDeals) return std::nullopt;
        return cards->r_squared;
      },
      findings);
}

void AddRanges(const FairnessReport& report,
               std::vector<FairnessFinding>& findings) {
  const std::string& last = report.bots.back();
  AddRange(
      report,
      {.figure = "makers_win", .title = "Deals that their makers win, " + last},
      [](const RulesetReport& ruleset) -> std::optional<double> {
        const FigureReport* wins =
            FindFigure(ruleset.mirrors.back().figures, "makers_win");
        return wins == nullptr ? std::nullopt : wins->estimate.value;
      },
      findings);
  if (report.bots.size() < 2) return;
  AddPairingRanges(report, findings);
  const std::string& first = report.bots.front();
  AddRange(
      report,
      {.figure = "elo",
       .opponent = first,
       .title = absl::StrCat("Elo per deal of ", last, " above ", first),
       .is_share = false},
      [](const RulesetReport& ruleset) { return ruleset.span_elo; }, findings);
}

}  // namespace

std::vector<FairnessFinding> ListFindings(const FairnessReport& report) {
  std::vector<FairnessFinding> findings;
  AddMatches(report, findings);
  AddDeals(report, findings);
  AddContradictions(report, findings);
  AddRanges(report, findings);
  AddSameRules(report, findings);
  return findings;
}

}  // namespace couillon::arena
