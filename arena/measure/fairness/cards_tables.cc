#include "arena/measure/fairness/cards_tables.h"

#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/measure/fairness/card_control.h"
#include "arena/measure/fairness/fairness_report.h"
#include "arena/measure/fairness/figure_cells.h"
#include "arena/measure/fairness/figures.h"
#include "arena/numbers/format/text_table.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/table/bot_index.h"

namespace couillon::arena {
namespace {

// How many deals are solved, and why not all that were asked for.
std::string WorkOf(const FairnessReport& report, const SolvedReport& solved) {
  const auto asked = static_cast<std::int64_t>(report.options.solving.deals);
  std::string work = absl::StrCat(
      Grouped(solved.deals), " of ", Grouped(asked), " deals solved, ",
      Grouped(static_cast<std::int64_t>(solved.positions)),
      " positions searched");
  if (solved.deals < asked) work += "; the limit of positions was reached";
  if (solved.deals < stats::kFewDeals) work += "; so few deals say little";
  return work + ".";
}

ReportPart SolvedTable(const FairnessReport& report,
                       const RulesetReport& ruleset,
                       const SolvedReport& solved) {
  ReportPart table{.title =
                       "Best play with all cards seen, beside each bot "
                       "against itself",
                   .level = TitleLevel::kTable};
  table.rows.push_back({"figure", "best play"});
  for (const std::string& bot : report.bots) table.rows[0].push_back(bot);
  for (const FigureReport& figure : solved.figures) {
    std::vector<std::string> row = {figure.figure.title,
                                    ValueCell(figure.figure, figure.estimate)};
    for (const MirrorReport& mirror : ruleset.mirrors) {
      row.push_back(NamedCell(mirror.figures, figure.figure.name));
    }
    table.rows.push_back(row);
  }
  table.notes.push_back(WorkOf(report, solved));
  return table;
}

ReportPart ControlTable(const FairnessReport& report,
                        const RulesetReport& ruleset) {
  ReportPart table{.title = "How much of a result is in the cards",
                   .level = TitleLevel::kTable};
  table.rows.push_back({"pairing", "deals", "R² [95%]",
                        "R² of mirrored pairs [95%]", "control gain",
                        "independent tables", "with control", "beta",
                        "points/deal, unpaired", "with control"});
  for (const LadderReport& step : ruleset.ladder) {
    if (!step.cards) continue;
    const CardControl& cards = *step.cards;
    table.rows.push_back(
        {report.bots[Index(step.stronger)] + " - " +
             report.bots[Index(step.weaker)],
         Grouped(cards.deals),
         BoundedCell(cards.r_squared, cards.r_squared_interval),
         BoundedCell(cards.mirrored_r_squared,
                     cards.mirrored_r_squared_interval),
         cards.gain ? absl::StrFormat("%.2fx", *cards.gain) : "-",
         CountCell(step.tables_to_95_independent),
         CountCell(step.tables_to_95_controlled), Signed(cards.beta, 3),
         WithError(cards.unpaired, 3), WithError(cards.controlled, 3)});
  }
  return table;
}

}  // namespace

std::vector<ReportPart> CardsParts(const FairnessReport& report,
                                   const RulesetReport& ruleset) {
  if (!ruleset.solved) return {};
  if (!ruleset.solved->why_not.empty()) {
    return {{.title = "Best play with all cards seen",
             .level = TitleLevel::kTable,
             .paragraph =
                 absl::StrCat("Not solved: ", ruleset.solved->why_not, ".")}};
  }
  std::vector<ReportPart> parts = {
      SolvedTable(report, ruleset, *ruleset.solved)};
  ReportPart control = ControlTable(report, ruleset);
  if (control.rows.size() > 1) parts.push_back(std::move(control));
  return parts;
}

std::string CardsLegend() {
  return "\"best play\" is what eldest's side gets if all sides see all cards "
         "and make no mistake, calls included: bots that see their own hand "
         "only get something else. \"R²\" is the share of the variance of a "
         "bot's result in game points that this value of its cards explains, "
         "in deals played once, with a BCa bootstrap interval by deal. In "
         "mirrored pairs the value cancels, so that their R² should be near "
         "0. For deals that cannot be mirrored only: with the value as a "
         "control variate, one deal replaces 1 / (1 - R²) deals without, the "
         "\"control gain\". \"beta\" is the slope of results on values in the "
         "earlier half of the deals; \"points/deal\" are of the later half, "
         "plain and with this beta. Each bot is eldest as often as the other, "
         "so that the expected value of its cards is 0.";
}

}  // namespace couillon::arena
