#include "arena/measure/fairness/overview_tables.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "arena/measure/fairness/advantage_verdict.h"
#include "arena/measure/fairness/fairness_report.h"
#include "arena/measure/fairness/figure_cells.h"
#include "arena/measure/fairness/ruleset_verdict.h"
#include "arena/numbers/format/text_table.h"
#include "arena/table/bot_index.h"

namespace couillon::arena {
namespace {

std::string VerdictText(const MatchVerdict& verdict) {
  std::string text = VerdictWord(verdict.verdict);
  if (verdict.favoured == Favoured::kNamed) text += ", for the first dealer";
  if (verdict.favoured == Favoured::kOthers) {
    text += ", against the first dealer";
  }
  return text;
}

ReportPart MatchVerdicts(const FairnessReport& report,
                         const std::vector<std::size_t>& order) {
  ReportPart table{
      .title = absl::StrFormat("Whole matches of %s against itself: the score "
                               "of the first dealer's side",
                               report.bots.back()),
      .level = TitleLevel::kTable};
  table.rows.push_back(
      {"ruleset", "verdict", "score", "Elo [95%]", "deals per match"});
  for (const std::size_t i : order) {
    const RulesetReport& ruleset = report.rulesets[i];
    const std::optional<MatchVerdict> verdict = VerdictOnMatches(ruleset);
    std::vector<std::string> row = {ruleset.ruleset};
    if (verdict) {
      const FigureReport& score = *verdict->score;
      row.insert(
          row.end(),
          {VerdictText(*verdict), ValueCell(score.figure, score.estimate),
           Bracketed(verdict->elo, verdict->elo_interval, 1)});
    } else {
      row.insert(row.end(), {"-", "-", "-"});
    }
    row.push_back(NamedCell(ruleset.matches.figures, "match_deals"));
    table.rows.push_back(std::move(row));
  }
  return table;
}

// Whether matches are unfair as the deals of the last bot are.
std::string InMatches(const RulesetReport& ruleset,
                      const std::vector<SeatEffect>& effects) {
  if (!VerdictOnMatches(ruleset) || effects.empty() ||
      effects.back().favoured == Favoured::kNobody) {
    return "-";
  }
  return effects.back().shows_in_matches ? "yes" : "not shown";
}

ReportPart SeatTable(const FairnessReport& report,
                     const std::vector<std::size_t>& order) {
  ReportPart table{
      .title = "One deal: the lead of eldest's side, in game points",
      .level = TitleLevel::kTable};
  table.rows.push_back({"ruleset"});
  for (const std::string& bot : report.bots) table.rows[0].push_back(bot);
  table.rows[0].emplace_back("in matches too");
  for (const std::size_t i : order) {
    const RulesetReport& ruleset = report.rulesets[i];
    const std::vector<SeatEffect> effects = SeatEffects(ruleset);
    std::vector<std::string> row = {ruleset.ruleset};
    row.resize(1 + report.bots.size(), "-");
    for (const SeatEffect& effect : effects) {
      row[1 + Index(effect.bot)] = VerdictCell(*effect.lead);
    }
    row.push_back(InMatches(ruleset, effects));
    table.rows.push_back(std::move(row));
  }
  return table;
}

ReportPart OtherFigures(const FairnessReport& report,
                        const std::vector<std::size_t>& order) {
  ReportPart table{.title = "Makers, luck and skill, " + report.bots.back(),
                   .level = TitleLevel::kTable};
  table.rows.push_back({"ruleset", "makers win", "ties", "voles", "luck share",
                        "tables to 95%", "skill range, Elo"});
  for (const std::size_t i : order) {
    const RulesetReport& ruleset = report.rulesets[i];
    const std::vector<FigureReport>& best = ruleset.mirrors.back().figures;
    const LadderReport* step =
        ruleset.ladder.empty() ? nullptr : &ruleset.ladder.back();
    table.rows.push_back(
        {ruleset.ruleset, NamedCell(best, "makers_win"), NamedCell(best, "tie"),
         NamedCell(best, "vole"),
         step == nullptr || !step->luck_share
             ? "-"
             : absl::StrFormat("%.2f", *step->luck_share),
         step == nullptr ? "-" : CountCell(step->tables_to_95_mirrored),
         ruleset.span_elo ? absl::StrFormat("%.0f", *ruleset.span_elo) : "-"});
  }
  return table;
}

}  // namespace

std::vector<ReportPart> OverviewTables(const FairnessReport& report) {
  const std::vector<std::size_t> order = RulesetsByVerdict(report);
  std::vector<ReportPart> parts;
  if (report.options.matches > 0) {
    parts.push_back(MatchVerdicts(report, order));
  }
  parts.push_back(SeatTable(report, order));
  parts.push_back(OtherFigures(report, order));
  return parts;
}

}  // namespace couillon::arena
