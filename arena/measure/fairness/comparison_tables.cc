#include "arena/measure/fairness/comparison_tables.h"

#include <cstddef>
#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "arena/measure/fairness/fairness_report.h"
#include "arena/measure/fairness/figure_cells.h"
#include "arena/measure/fairness/figures.h"
#include "arena/numbers/format/text_table.h"
#include "arena/table/bot_index.h"

namespace couillon::arena {
namespace {

ReportPart ChapterOf(const FairnessReport& report,
                     const ComparisonReport& comparison) {
  return {.title = absl::StrFormat(
              "%s against %s on the same deals, %s", report.rulesets[1].ruleset,
              report.rulesets[0].ruleset, report.bots[Index(comparison.bot)]),
          .level = TitleLevel::kChapter};
}

std::string DifferenceCell(const ComparedFigure& figure) {
  const Figure& kind = figure.first.figure;
  std::string cell = ValueCell(kind, figure.difference);
  if (figure.difference.value && *figure.difference.value > 0 &&
      kind.kind != FigureKind::kPoints) {
    cell.insert(0, "+");
  }
  return cell;
}

ReportPart TableOf(const FairnessReport& report,
                   const ComparisonReport& comparison, std::string title,
                   const std::vector<std::size_t>& indices) {
  ReportPart table{.title = std::move(title), .level = TitleLevel::kTable};
  table.rows.push_back({"figure", report.rulesets[0].ruleset,
                        report.rulesets[1].ruleset, "difference", "size"});
  for (const std::size_t i : indices) {
    const ComparedFigure& figure = comparison.figures[i];
    const Figure& kind = figure.first.figure;
    table.rows.push_back({kind.title, ValueCell(kind, figure.first.estimate),
                          ValueCell(kind, figure.second.estimate),
                          DifferenceCell(figure), Signed(figure.size, 3)});
  }
  return table;
}

}  // namespace

std::vector<ReportPart> ComparisonParts(const FairnessReport& report) {
  std::vector<ReportPart> parts;
  for (const ComparisonReport& comparison : report.comparisons) {
    parts.push_back(ChapterOf(report, comparison));
    if (comparison.changed.empty()) {
      parts.push_back({.paragraph = "No figure changed significantly."});
    } else {
      parts.push_back(TableOf(report, comparison, "What changed, by size",
                              comparison.changed));
    }
    if (comparison.unchanged.empty()) continue;
    parts.push_back(TableOf(report, comparison,
                            "No significant change, by size",
                            comparison.unchanged));
  }
  if (parts.empty()) return parts;
  parts.push_back(
      {.paragraph =
           "\"size\" is the difference in standard deviations of the figure "
           "from deal to deal, under the reading that varies more. A change "
           "is significant if its p, after Holm's correction over the figures "
           "of the bot, is at most 5%."});
  return parts;
}

}  // namespace couillon::arena
