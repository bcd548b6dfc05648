// Cells, then the parts: overview, comparisons, a chapter per ruleset, solved
// deals and notes.

#include "arena/measure/fairness/fairness_tables.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/measure/fairness/advantage_verdict.h"
#include "arena/measure/fairness/card_control.h"
#include "arena/measure/fairness/fairness_report.h"
#include "arena/measure/fairness/fairness_sums.h"
#include "arena/measure/fairness/findings.h"
#include "arena/measure/fairness/named_figures.h"
#include "arena/measure/fairness/ruleset_verdict.h"
#include "arena/numbers/format/text_table.h"
#include "arena/numbers/stats/pairs/elo.h"
#include "arena/table/bot_index.h"

namespace couillon::arena {
namespace {

// Returns true if the ends are so unlike, seen from the value, that a half
// width would be wrong: as on the page (tools/page/src/words/numbers.ts).
bool IsLopsided(double value, const stats::Interval& interval, double step) {
  const double below = value - interval.lo;
  const double above = interval.hi - value;
  return std::abs(above - below) >= 0.04 * (above + below) + step;
}

// The half width of an interval times `factor`; null if it is unbounded.
std::optional<double> HalfOf(const stats::Interval& interval, double factor) {
  const double half = factor * (interval.hi - interval.lo) / 2;
  return std::isfinite(half) ? std::optional(half) : std::nullopt;
}

int DigitsFor(std::optional<double> half, int usual, Digits wanted) {
  constexpr int kMax = 6;
  int digits = usual;
  while (wanted == Digits::kAsNeeded && half && *half > 0 && digits < kMax &&
         *half < 0.5 * std::pow(10, -digits)) {
    ++digits;
  }
  return digits;
}

// " ± 0.16", or " [0.07, 2.11]" of a lopsided interval; empty if it is
// unbounded. The number times `factor` is printed.
std::string ErrorText(double value, const stats::Interval& interval,
                      double factor, int digits) {
  const std::optional<double> half = HalfOf(interval, factor);
  if (!half) return "";
  if (IsLopsided(value, interval, std::pow(10, -digits) / factor)) {
    return absl::StrFormat(" [%.*f, %.*f]", digits, factor * interval.lo,
                           digits, factor * interval.hi);
  }
  return absl::StrFormat(" ± %.*f", digits, *half);
}

// The tables of a fairness report over all its rulesets.

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

// The verdict on matches that deals like those of the last bot make.
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

// The verdicts on whole matches, what a seat is worth in one deal, and other
// figures of the last bot. The rulesets are in the order of
// RulesetsByVerdict(). Without matches there is no table of them.
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

// The parts of a fairness report that compare two readings.

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

// A chapter per bot: what changed significantly, by size, then the rest. Empty
// unless the run compared two readings.
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

// The parts of a fairness report about deals with all cards seen.

// The number of solved deals, and the reason if it is less than asked for.
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

// The results of eldest's side with best play beside those of the bots, and the
// part of each pairing's results that is in the cards. Says why if no deal is
// solved. Empty if none was asked for.
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

// The meaning of the columns.
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

// Returns true if a table of all bots has the row of a figure.
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
  } else if (matches.equals_are_too_long) {
    table.rows.push_back({"deals per match of equals", "too many to compute"});
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
         "has an even chance of a lead in game points that is significant at "
         "95% (one-sided), "
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

std::string ValueCell(const Figure& figure,
                      const stats::RatioEstimate& estimate, Digits wanted) {
  if (!estimate.value) return "-";
  const bool percent =
      figure.kind == FigureKind::kScore || figure.kind == FigureKind::kShare;
  const double factor = percent ? 100 : 1;
  const bool points = figure.kind == FigureKind::kPoints;
  const int usual = percent ? 2 : points ? 4 : 3;
  const int digits =
      DigitsFor(HalfOf(estimate.interval, factor), usual, wanted);
  const std::string error =
      ErrorText(*estimate.value, estimate.interval, factor, digits);
  if (points) return Signed(estimate.value, digits) + error;
  return absl::StrFormat("%.*f%s", digits, factor * *estimate.value,
                         percent ? "%" : "") +
         error;
}

std::string VerdictCell(const FigureReport& report, Digits wanted) {
  std::string text = ValueCell(report.figure, report.estimate, wanted);
  if (report.figure.kind == FigureKind::kScore && report.estimate.value) {
    const double elo = stats::EloOfScore(*report.estimate.value);
    if (std::isfinite(elo)) {
      absl::StrAppend(&text, " (", Signed(elo, 1), " Elo)");
    }
  }
  if (report.verdict) {
    absl::StrAppend(&text, " ", VerdictWord(report.verdict->verdict));
  }
  return text;
}

std::string NamedCell(const std::vector<FigureReport>& figures,
                      const std::string& name) {
  const FigureReport* figure = FindFigure(figures, name);
  return figure == nullptr ? "-" : ValueCell(figure->figure, figure->estimate);
}

std::string CountCell(std::optional<double> value) {
  if (!value || !std::isfinite(*value) || *value > 9e15) return "-";
  return Grouped(static_cast<std::int64_t>(std::ceil(*value)));
}

std::string BoundedCell(std::optional<double> value,
                        const stats::Interval& interval) {
  if (!value) return "-";
  std::string number = absl::StrFormat("%.3f", *value);
  if (!std::isfinite(interval.lo) || !std::isfinite(interval.hi)) return number;
  return absl::StrFormat("%s [%.3f, %.3f]", number, interval.lo, interval.hi);
}

std::vector<ReportPart> PartsOf(const FairnessReport& report) {
  std::vector<ReportPart> parts;
  const auto append = [&parts](std::vector<ReportPart> more) {
    for (ReportPart& part : more) parts.push_back(std::move(part));
  };
  parts.push_back({.paragraph = Preamble(report)});
  parts.push_back(ChapterTitle("All rulesets"));
  append(OverviewTables(report));
  parts.push_back({.paragraph = VerdictLegend()});
  const std::vector<FairnessFinding> findings = ListFindings(report);
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

std::string FairnessText(const FairnessReport& report) {
  return DocumentText(PartsOf(report));
}

}  // namespace couillon::arena
