#include "arena/measure/fairness/fairness_tables.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/measure/fairness/advantage_verdict.h"
#include "arena/measure/fairness/cards_tables.h"
#include "arena/measure/fairness/comparison_tables.h"
#include "arena/measure/fairness/fairness_report.h"
#include "arena/measure/fairness/fairness_sums.h"
#include "arena/measure/fairness/figure_cells.h"
#include "arena/measure/fairness/figures.h"
#include "arena/measure/fairness/findings.h"
#include "arena/measure/fairness/overview_tables.h"
#include "arena/numbers/format/text_table.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/pairs/elo.h"
#include "arena/numbers/stats/sample/ratio.h"
#include "arena/table/bot_index.h"

namespace couillon::arena {
namespace {

// Whether a table of all bots has the row of a figure.
bool HasRow(const RulesetReport& ruleset, std::size_t figure) {
  return std::ranges::any_of(
      ruleset.mirrors, [figure](const MirrorReport& mirror) {
        const FigureReport& report = mirror.figures[figure];
        return IsShown(report) && report.estimate.value;
      });
}

ReportPart MirrorTable(const FairnessReport& report,
                       const RulesetReport& ruleset) {
  ReportPart table{.title = "Each bot against itself",
                   .level = TitleLevel::kTable};
  std::vector<std::string> header = {"figure"};
  for (const std::string& bot : report.bots) header.push_back(bot);
  table.rows.push_back(header);
  for (std::size_t i = 0; i < ruleset.mirrors[0].figures.size(); ++i) {
    if (!HasRow(ruleset, i)) continue;
    std::vector<std::string> row = {ruleset.mirrors[0].figures[i].figure.title};
    for (const MirrorReport& mirror : ruleset.mirrors) {
      row.push_back(VerdictCell(mirror.figures[i]));
    }
    table.rows.push_back(row);
  }
  std::vector<std::string> tables = {"tables (forfeited)"};
  for (const MirrorReport& mirror : ruleset.mirrors) {
    tables.push_back(absl::StrFormat("%s (%s)", Grouped(mirror.tables),
                                     Grouped(mirror.forfeits)));
  }
  table.rows.push_back(tables);
  return table;
}

// A p-value to two digits that matter.
std::string P(double p) {
  return p < 0.0001 ? "<0.0001" : absl::StrFormat("%.4f", p);
}

void AddVerdicts(const std::string& player,
                 const std::vector<FigureReport>& figures, Rows& rows) {
  for (const FigureReport& figure : figures) {
    if (!figure.verdict) continue;
    const AdvantageVerdict& verdict = *figure.verdict;
    rows.push_back(
        {figure.figure.title, player,
         ValueCell(figure.figure, figure.estimate, Digits::kAsNeeded),
         P(verdict.p_fair), P(verdict.p_fair_adjusted), P(verdict.p_unfair),
         P(verdict.p_unfair_adjusted), absl::StrCat(verdict.family),
         VerdictWord(verdict.verdict)});
  }
}

// The verdicts with their p-values, before and after the correction.
ReportPart VerdictTable(const FairnessReport& report,
                        const RulesetReport& ruleset) {
  ReportPart table{.title = "Verdicts", .level = TitleLevel::kTable};
  table.rows.push_back({"advantage", "play", "value", "p of fair", "Holm",
                        "p of unfair", "Holm", "tests", "verdict"});
  AddVerdicts("matches of " + report.bots.back(), ruleset.matches.figures,
              table.rows);
  for (const MirrorReport& mirror : ruleset.mirrors) {
    AddVerdicts(report.bots[Index(mirror.bot)], mirror.figures, table.rows);
  }
  if (ruleset.playouts) {
    AddVerdicts("random playouts", ruleset.playouts->figures, table.rows);
  }
  return table;
}

ReportPart PlayoutTable(const PlayoutReport& playouts) {
  ReportPart table{.title = absl::StrFormat("Random playouts, %s deals",
                                            Grouped(playouts.tables)),
                   .level = TitleLevel::kTable};
  table.rows.push_back({"figure", "value"});
  for (const FigureReport& figure : playouts.figures) {
    if (!figure.estimate.value || !IsShown(figure)) continue;
    table.rows.push_back(
        {figure.figure.title, VerdictCell(figure, Digits::kAsNeeded)});
  }
  return table;
}

ReportPart LadderTable(const FairnessReport& report,
                       const RulesetReport& ruleset) {
  ReportPart table{.title = "Bots against each other",
                   .level = TitleLevel::kTable};
  table.rows.push_back({"pairing", "Elo per deal [95%]", "nElo", "points/deal",
                        "luck share [95%]", "pairing gain", "tables to 95%",
                        "independent tables"});
  for (const LadderReport& step : ruleset.ladder) {
    const stats::Interval& elo = step.elo.plus_two.elo_interval;
    table.rows.push_back(
        {report.bots[Index(step.stronger)] + " - " +
             report.bots[Index(step.weaker)],
         Bracketed(step.elo.elo, elo, 1), Signed(step.elo.nelo, 1),
         WithError(step.game_points, 4),
         BoundedCell(step.luck_share, step.luck_interval),
         step.pairing_gain ? absl::StrFormat("%.2fx", *step.pairing_gain) : "-",
         CountCell(step.tables_to_95_mirrored),
         CountCell(step.tables_to_95_independent)});
  }
  if (ruleset.span_levels) {
    table.title += absl::StrFormat("; skill range: %.2f levels of a 75%% score",
                                   *ruleset.span_levels);
  }
  return table;
}

ReportPart MatchTable(const FairnessReport& report,
                      const RulesetReport& ruleset) {
  const MatchReport& matches = ruleset.matches;
  ReportPart table{
      .title = absl::StrFormat("Whole matches of %s against itself",
                               report.bots.back()),
      .level = TitleLevel::kTable};
  table.rows.push_back({"figure", "value"});
  for (const FigureReport& figure : matches.figures) {
    if (!IsShown(figure)) continue;
    table.rows.push_back({figure.figure.title, VerdictCell(figure)});
  }
  table.rows.push_back(
      {"deals per match: median, 95th percentile",
       absl::StrFormat("%d, %d", matches.median_deals, matches.deals_95)});
  if (matches.even_deals) {
    table.rows.push_back({"deals per match of equals",
                          absl::StrFormat("%.3f", *matches.even_deals)});
  }
  for (const RaceReport& race : matches.races) {
    if (race.needs > 5) continue;
    table.rows.push_back(
        {absl::StrFormat("wins with %d lines left against %d", race.needs,
                         race.opponent_needs),
         absl::StrFormat("%.1f%%", 100 * race.won) +
             (race.even_race
                  ? absl::StrFormat(" (equals %.1f%%)", 100 * *race.even_race)
                  : "")});
  }
  table.rows.push_back({"matches", Grouped(matches.matches)});
  return table;
}

ReportPart ChapterTitle(std::string title) {
  return {.title = std::move(title), .level = TitleLevel::kChapter};
}

std::string Preamble(const FairnessReport& report) {
  const FairnessOptions& options = report.options;
  const std::string playouts =
      options.playouts == 0
          ? ""
          : absl::StrFormat(
                "%s random playouts; ",
                Grouped(static_cast<std::int64_t>(options.playouts)));
  const std::string solved =
      options.solving.deals == 0
          ? ""
          : absl::StrFormat(
                "up to %s deals solved, %s positions per ruleset; ",
                Grouped(static_cast<std::int64_t>(options.solving.deals)),
                Grouped(static_cast<std::int64_t>(options.solving.positions)));
  return absl::StrFormat(
      "Bots, weakest first: %s. %s deals of each bot against itself and %s per "
      "pairing, each in every seating; %s matches of the last bot against "
      "itself; %s%sseed \"%s\". Declared before play: an advantage is "
      "fair within ±%g game points per deal or ±%g Elo, and verdicts hold for "
      "all rulesets together.",
      absl::StrJoin(report.bots, ", "),
      Grouped(static_cast<std::int64_t>(options.deals)),
      Grouped(static_cast<std::int64_t>(options.pairing_deals)),
      Grouped(static_cast<std::int64_t>(options.matches)), playouts, solved,
      options.seed, options.margin_points, options.margin_elo);
}

std::string VerdictLegend() {
  return absl::StrFormat(
      "An advantage is \"fair\" when a test rejects that it is the margin or "
      "more, \"unfair\" when a test rejects that it is the margin or less, "
      "else \"undecided\". \"p of fair\" and \"p of unfair\" are of these two "
      "tests under one ruleset alone; each \"Holm\" is the p before it after "
      "Holm's correction over all rulesets of the report and their seats. "
      "Verdicts follow from the corrected p and hold for all rulesets "
      "together: for each bot (or the playouts, or the matches), and for game "
      "points and scores separately, the chance that any of the verdicts "
      "\"fair\" is wrong is at most %g%%, and so it is for \"unfair\". "
      "\"tests\" is how many tests that counts.",
      100 * kVerdictError);
}

std::string Legend() {
  return "± is a 95% interval by deal. \"lead\" is game points per deal minus "
         "those of the other side (of the mean of the others). \"luck share\" "
         "is the share of the variance of a result that the cards explain, "
         "with a BCa bootstrap interval over blocks of deals; with more than "
         "two sides it has no estimate, since the seatings of a deal are no "
         "mirror images. Elo and nElo are of deals won. \"tables to 95%\" is "
         "the number of mirrored tables after which the stronger of two bots "
         "is expected to be ahead in game points with 95% confidence, "
         "\"independent tables\" the number without "
         "mirroring, and \"pairing gain\" their ratio. \"equals\" are two "
         "sides for which each kind of deal is as likely, whoever deals: kinds "
         "of deals are as frequent as in the matches played; stakes, carries "
         "and the end of the match are those of the ruleset. A deterministic "
         "bot against itself plays a deal alike in both seatings; the "
         "intervals account for that.";
}

// The chapter of a ruleset: whole matches, then single deals, then skill.
std::vector<ReportPart> RulesetParts(const FairnessReport& report,
                                     const RulesetReport& ruleset) {
  std::vector<ReportPart> parts = {
      ChapterTitle(absl::StrCat(ruleset.ruleset, ": ", ruleset.title))};
  if (ruleset.matches.matches > 0) {
    parts.push_back(MatchTable(report, ruleset));
  }
  parts.push_back(MirrorTable(report, ruleset));
  if (ReportPart verdicts = VerdictTable(report, ruleset);
      verdicts.rows.size() > 1) {
    parts.push_back(std::move(verdicts));
  }
  if (ruleset.playouts) parts.push_back(PlayoutTable(*ruleset.playouts));
  if (!ruleset.ladder.empty() && ruleset.ladder[0].elo.pairs > 0) {
    parts.push_back(LadderTable(report, ruleset));
  }
  for (ReportPart& part : CardsParts(report, ruleset)) {
    parts.push_back(std::move(part));
  }
  return parts;
}

}  // namespace

std::vector<ReportPart> PartsOf(const FairnessReport& report) {
  std::vector<ReportPart> parts;
  const auto append = [&parts](std::vector<ReportPart> more) {
    for (ReportPart& part : more) parts.push_back(std::move(part));
  };
  parts.push_back({.paragraph = Preamble(report)});
  parts.push_back(ChapterTitle("All rulesets"));
  append(OverviewTables(report));
  parts.push_back({.paragraph = VerdictLegend()});
  const std::vector<FairnessFinding> findings = FindingsOf(report);
  if (!findings.empty()) parts.push_back(ChapterTitle("Findings"));
  for (const FairnessFinding& finding : findings) {
    parts.push_back({.paragraph = finding.text});
  }
  append(ComparisonParts(report));
  for (const RulesetReport& ruleset : report.rulesets) {
    append(RulesetParts(report, ruleset));
  }
  parts.push_back({.paragraph = Legend()});
  if (report.options.solving.deals > 0) {
    parts.push_back({.paragraph = CardsLegend()});
  }
  return parts;
}

}  // namespace couillon::arena
