#include "arena/fairness/findings.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/fairness/advantage_verdict.h"
#include "arena/fairness/card_control.h"
#include "arena/fairness/fairness_report.h"
#include "arena/fairness/figures.h"
#include "arena/stats/pairs/equivalence.h"
#include "arena/stats/pairs/mean.h"

namespace couillon::arena {
namespace {

using Names = std::vector<std::string>;

// Whether a figure is unfair, and above (below) its even value.
bool IsUnfair(const FigureReport& figure, bool above) {
  if (!figure.verdict || !figure.estimate.value) return false;
  const double even = figure.figure.kind == FigureKind::kScore ? 0.5 : 0;
  return figure.verdict->verdict == stats::FairnessVerdict::kUnfair &&
         (*figure.estimate.value > even) == above;
}

// The rulesets by verdict on one advantage.
struct Verdicts {
  Names fair;
  Names in_favour;
  Names against;
  Names undecided;

  void Add(const std::string& ruleset, const FigureReport* figure) {
    if (figure == nullptr || !figure->verdict) return;
    if (figure->verdict->verdict == stats::FairnessVerdict::kFair) {
      fair.push_back(ruleset);
    } else if (figure->verdict->verdict == stats::FairnessVerdict::kUndecided) {
      undecided.push_back(ruleset);
    } else {
      (IsUnfair(*figure, /*above=*/true) ? in_favour : against)
          .push_back(ruleset);
    }
  }
};

void AddSentence(const std::string& subject, const Verdicts& verdicts,
                 std::vector<std::string>& sentences) {
  std::vector<std::string> clauses;
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
  sentences.push_back(subject + ": " + absl::StrJoin(clauses, "; ") + ".");
}

void AddSameRules(const FairnessReport& report,
                  std::vector<std::string>& sentences) {
  bool any = false;
  for (const RulesetReport& ruleset : report.rulesets) {
    if (ruleset.same.all) {
      sentences.push_back(absl::StrCat(
          ruleset.ruleset, " has the same rules as ",
          report.rulesets[*ruleset.same.all].ruleset, ", but for names."));
    } else if (ruleset.same.deal) {
      sentences.push_back(
          absl::StrCat(ruleset.ruleset, " has the rules of ",
                       report.rulesets[*ruleset.same.deal].ruleset,
                       " for a single deal; only matches and carries differ."));
    }
    any = any || ruleset.same.all || ruleset.same.deal;
  }
  if (!any) return;
  sentences.back() +=
      " Equal figures under the same rules count as one test in Holm's "
      "correction.";
}

void AddDeals(const FairnessReport& report,
              std::vector<std::string>& sentences) {
  for (std::size_t bot = 0; bot < report.bots.size(); ++bot) {
    Verdicts verdicts;
    for (const RulesetReport& ruleset : report.rulesets) {
      verdicts.Add(ruleset.ruleset,
                   MainAdvantage(ruleset.mirrors[bot].figures));
    }
    AddSentence(
        absl::StrCat("Lead of eldest's side in a deal of ", report.bots[bot]),
        verdicts, sentences);
  }
}

// Rulesets under which one bot finds what another contradicts.
void AddContradictions(const FairnessReport& report,
                       std::vector<std::string>& sentences) {
  Names names;
  for (const RulesetReport& ruleset : report.rulesets) {
    const auto any = [&ruleset](bool above) {
      return std::any_of(ruleset.mirrors.begin(), ruleset.mirrors.end(),
                         [above](const MirrorReport& mirror) {
                           const FigureReport* lead =
                               MainAdvantage(mirror.figures);
                           return lead != nullptr && IsUnfair(*lead, above);
                         });
    };
    if (any(true) && any(false)) names.push_back(ruleset.ruleset);
  }
  if (names.empty()) return;
  sentences.push_back(absl::StrFormat(
      "Unfair in eldest's favour for one bot and against them for another: %s.",
      absl::StrJoin(names, ", ")));
}

void AddMatches(const FairnessReport& report,
                std::vector<std::string>& sentences) {
  Verdicts verdicts;
  for (const RulesetReport& ruleset : report.rulesets) {
    verdicts.Add(ruleset.ruleset,
                 FindFigure(ruleset.matches.figures, "first_dealer_score"));
  }
  AddSentence(absl::StrCat("Score of the first dealer's side in a match of ",
                           report.bots.back()),
              verdicts, sentences);
}

using FigureOf = std::function<std::optional<double>(const RulesetReport&)>;

// The smallest and the largest estimate of a figure over the rulesets.
void AddRange(const FairnessReport& report, const std::string& subject,
              const FigureOf& figure,
              const std::function<std::string(double)>& format,
              std::vector<std::string>& sentences) {
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
  const auto [least, most] = std::minmax_element(
      ends.begin(), ends.end(),
      [](const End& a, const End& b) { return a.value < b.value; });
  sentences.push_back(absl::StrFormat(
      "%s: estimates from %s (%s) to %s (%s).", subject, format(least->value),
      least->ruleset, format(most->value), most->ruleset));
}

void AddRanges(const FairnessReport& report,
               std::vector<std::string>& sentences) {
  const auto percent = [](double share) {
    return absl::StrFormat("%.1f%%", 100 * share);
  };
  AddRange(
      report, absl::StrCat("Deals that their makers win, ", report.bots.back()),
      [](const RulesetReport& ruleset) -> std::optional<double> {
        const FigureReport* wins =
            FindFigure(ruleset.mirrors.back().figures, "makers_win");
        return wins == nullptr ? std::nullopt : wins->estimate.value;
      },
      percent, sentences);
  if (report.bots.size() < 2) return;
  const std::string best = absl::StrCat(report.bots.back(), " against ",
                                        report.bots[report.bots.size() - 2]);
  AddRange(
      report, absl::StrCat("Share of luck in a deal (two sides only), ", best),
      [](const RulesetReport& ruleset) -> std::optional<double> {
        if (ruleset.ladder.empty()) return std::nullopt;
        return ruleset.ladder.back().luck_share;
      },
      percent, sentences);
  AddRange(
      report,
      absl::StrCat("Share of a result that best play with all cards seen "
                   "explains (R²), ",
                   best),
      [](const RulesetReport& ruleset) -> std::optional<double> {
        if (ruleset.ladder.empty()) return std::nullopt;
        const std::optional<CardControl>& cards = ruleset.ladder.back().cards;
        if (!cards || cards->deals < stats::kFewDeals) return std::nullopt;
        return cards->r_squared;
      },
      percent, sentences);
  AddRange(
      report,
      absl::StrCat("Elo per deal of ", report.bots.back(), " above ",
                   report.bots.front()),
      [](const RulesetReport& ruleset) { return ruleset.span_elo; },
      [](double elo) { return absl::StrFormat("%.0f", elo); }, sentences);
}

}  // namespace

std::vector<std::string> FindingsOf(const FairnessReport& report) {
  std::vector<std::string> sentences;
  AddSameRules(report, sentences);
  AddDeals(report, sentences);
  AddContradictions(report, sentences);
  AddMatches(report, sentences);
  AddRanges(report, sentences);
  return sentences;
}

const FigureReport* FindFigure(const std::vector<FigureReport>& figures,
                               const std::string& name) {
  const auto at =
      std::find_if(figures.begin(), figures.end(),
                   [&name](const auto& f) { return f.figure.name == name; });
  return at == figures.end() ? nullptr : &*at;
}

const FigureReport* MainAdvantage(const std::vector<FigureReport>& figures) {
  const FigureReport* side = FindFigure(figures, "eldest_game_points");
  return side != nullptr ? side : FindFigure(figures, "seat_game_points.0");
}

}  // namespace couillon::arena
