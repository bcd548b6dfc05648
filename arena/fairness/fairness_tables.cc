#include "arena/fairness/fairness_tables.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/fairness/fairness_report.h"
#include "arena/fairness/fairness_run.h"
#include "arena/fairness/figures.h"
#include "arena/report/format/document.h"
#include "arena/report/format/text_table.h"
#include "arena/stats/law/interval.h"
#include "arena/stats/pairs/elo.h"
#include "arena/stats/sample/ratio.h"
#include "arena/table/bot_index.h"

namespace couillon::arena {
namespace {

// The half width of an interval times `factor`; null if it is unbounded.
std::optional<double> HalfOf(const stats::Interval& interval, double factor) {
  const double half = factor * (interval.hi - interval.lo) / 2;
  return std::isfinite(half) ? std::optional(half) : std::nullopt;
}

// kAsNeeded: more than the usual digits if a positive half width would print as
// 0.
enum class Digits : std::uint8_t { kUsual, kAsNeeded };
int DigitsFor(std::optional<double> half, int usual, Digits wanted) {
  constexpr int kMost = 6;
  int digits = usual;
  while (wanted == Digits::kAsNeeded && half && *half > 0 && digits < kMost &&
         *half < 0.5 * std::pow(10, -digits)) {
    ++digits;
  }
  return digits;
}

std::string PlusMinus(std::optional<double> half, int digits) {
  return half ? absl::StrFormat(" ± %.*f", digits, *half) : "";
}

// A figure in the form of its kind: points signed, shares in percent.
std::string Value(const Figure& figure, const stats::RatioEstimate& estimate,
                  Digits wanted = Digits::kUsual) {
  if (!estimate.value) return "-";
  const bool percent =
      figure.kind == FigureKind::kScore || figure.kind == FigureKind::kShare;
  const std::optional<double> half =
      HalfOf(estimate.interval, percent ? 100 : 1);
  if (percent) {
    const int digits = DigitsFor(half, 2, wanted);
    return absl::StrFormat("%.*f%%", digits, 100 * *estimate.value) +
           PlusMinus(half, digits);
  }
  if (figure.kind == FigureKind::kPoints) {
    const int digits = DigitsFor(half, 4, wanted);
    return Signed(estimate.value, digits) + PlusMinus(half, digits);
  }
  const int digits = DigitsFor(half, 3, wanted);
  return absl::StrFormat("%.*f", digits, *estimate.value) +
         PlusMinus(half, digits);
}

std::string WithVerdict(const FigureReport& report,
                        Digits wanted = Digits::kUsual) {
  std::string text = Value(report.figure, report.estimate, wanted);
  if (report.figure.kind == FigureKind::kScore && report.estimate.value) {
    absl::StrAppend(&text, " (",
                    Signed(stats::EloOfScore(*report.estimate.value), 1),
                    " Elo)");
  }
  if (report.verdict) {
    absl::StrAppend(&text, " ", VerdictWord(report.verdict->verdict));
  }
  return text;
}

const FigureReport* Find(const std::vector<FigureReport>& figures,
                         const std::string& name) {
  const auto at =
      std::find_if(figures.begin(), figures.end(),
                   [&name](const auto& f) { return f.figure.name == name; });
  return at == figures.end() ? nullptr : &*at;
}

std::string CellOf(const std::vector<FigureReport>& figures,
                   const std::string& name) {
  const FigureReport* figure = Find(figures, name);
  return figure == nullptr ? "-" : Value(figure->figure, figure->estimate);
}

// The main advantage: that of eldest's side, or of eldest's seat if there are
// three sides.
const FigureReport* MainAdvantage(const std::vector<FigureReport>& figures) {
  const FigureReport* side = Find(figures, "eldest_game_points");
  return side != nullptr ? side : Find(figures, "seat_game_points.0");
}

std::string Rounded(std::optional<double> value) {
  if (!value || !std::isfinite(*value) || *value > 9e15) return "-";
  return Grouped(static_cast<std::int64_t>(std::ceil(*value)));
}

ReportPart SummaryTable(const FairnessReport& report) {
  ReportPart table;
  std::vector<std::string> header = {"ruleset"};
  for (const std::string& bot : report.bots) {
    header.push_back("eldest's lead, " + bot);
  }
  for (const char* name :
       {"makers win", "ties", "voles", "luck share", "tables to 95%",
        "skill range, Elo", "deals per match"}) {
    header.emplace_back(name);
  }
  table.rows.push_back(header);
  for (const RulesetReport& ruleset : report.rulesets) {
    std::vector<std::string> row = {ruleset.ruleset};
    for (const MirrorReport& mirror : ruleset.mirrors) {
      const FigureReport* lead = MainAdvantage(mirror.figures);
      row.push_back(lead == nullptr ? "-" : WithVerdict(*lead));
    }
    const std::vector<FigureReport>& best = ruleset.mirrors.back().figures;
    row.push_back(CellOf(best, "makers_win"));
    row.push_back(CellOf(best, "tie"));
    row.push_back(CellOf(best, "vole"));
    const LadderReport* step =
        ruleset.ladder.empty() ? nullptr : &ruleset.ladder.back();
    row.push_back(step == nullptr || !step->luck_share
                      ? "-"
                      : absl::StrFormat("%.2f", *step->luck_share));
    row.push_back(step == nullptr ? "-" : Rounded(step->tables_to_95_mirrored));
    row.push_back(ruleset.span_elo ? absl::StrFormat("%.0f", *ruleset.span_elo)
                                   : "-");
    row.push_back(CellOf(ruleset.matches.figures, "match_deals"));
    table.rows.push_back(row);
  }
  return table;
}

ReportPart MirrorTable(const FairnessReport& report,
                       const RulesetReport& ruleset) {
  ReportPart table{.title = "Each bot against itself",
                   .level = TitleLevel::kTable};
  std::vector<std::string> header = {"figure"};
  for (const std::string& bot : report.bots) header.push_back(bot);
  table.rows.push_back(header);
  for (std::size_t i = 0; i < ruleset.mirrors[0].figures.size(); ++i) {
    std::vector<std::string> row = {ruleset.mirrors[0].figures[i].figure.title};
    for (const MirrorReport& mirror : ruleset.mirrors) {
      row.push_back(WithVerdict(mirror.figures[i]));
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

ReportPart PlayoutTable(const PlayoutReport& playouts) {
  ReportPart table{.title = absl::StrFormat("Random playouts, %s deals",
                                            Grouped(playouts.tables)),
                   .level = TitleLevel::kTable};
  table.rows.push_back({"figure", "value"});
  for (const FigureReport& figure : playouts.figures) {
    if (!figure.estimate.value) continue;
    table.rows.push_back(
        {figure.figure.title, WithVerdict(figure, Digits::kAsNeeded)});
  }
  return table;
}

// The luck share with its interval, which is unbounded with few blocks.
std::string LuckShare(const LadderReport& step) {
  if (!step.luck_share) return "-";
  std::string share = absl::StrFormat("%.3f", *step.luck_share);
  const stats::Interval& interval = step.luck_interval;
  if (!std::isfinite(interval.lo) || !std::isfinite(interval.hi)) return share;
  return absl::StrFormat("%s [%.3f, %.3f]", share, interval.lo, interval.hi);
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
         absl::StrFormat("%s [%s, %s]", Signed(step.elo.elo, 1),
                         Signed(elo.lo, 1), Signed(elo.hi, 1)),
         Signed(step.elo.nelo, 1), WithError(step.game_points, 4),
         LuckShare(step),
         step.pairing_gain ? absl::StrFormat("%.2fx", *step.pairing_gain) : "-",
         Rounded(step.tables_to_95_mirrored),
         Rounded(step.tables_to_95_independent)});
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
    table.rows.push_back({figure.figure.title, WithVerdict(figure)});
  }
  table.rows.push_back(
      {"deals per match: median, 95th percentile",
       absl::StrFormat("%d, %d", matches.median_deals, matches.deals_95)});
  for (const RaceReport& race : matches.races) {
    if (race.needs > 5) continue;
    table.rows.push_back(
        {absl::StrFormat("wins with %d lines left against %d", race.needs,
                         race.opponent_needs),
         absl::StrFormat("%.1f%% (equals %.1f%%)", 100 * race.won,
                         100 * race.even_race)});
  }
  table.rows.push_back({"matches", Grouped(matches.matches)});
  return table;
}

ReportPart ChapterTitle(std::string title) {
  return {.title = std::move(title), .level = TitleLevel::kChapter};
}

std::string ComparisonTitle(const FairnessReport& report,
                            const ComparisonReport& comparison) {
  return absl::StrFormat("%s against %s on the same deals, %s",
                         report.rulesets[1].ruleset, report.rulesets[0].ruleset,
                         report.bots[Index(comparison.bot)]);
}

ReportPart ComparisonTable(const FairnessReport& report,
                           const ComparisonReport& comparison) {
  ReportPart table;
  table.rows.push_back({"figure", report.rulesets[0].ruleset,
                        report.rulesets[1].ruleset, "difference"});
  for (const ComparedFigure& figure : comparison.figures) {
    const Figure& kind = figure.first.figure;
    std::string difference = Value(kind, figure.difference);
    if (figure.difference.value && *figure.difference.value > 0 &&
        kind.kind != FigureKind::kPoints) {
      difference.insert(0, "+");
    }
    table.rows.push_back({kind.title, Value(kind, figure.first.estimate),
                          Value(kind, figure.second.estimate), difference});
  }
  return table;
}

std::string Preamble(const FairnessReport& report) {
  const FairnessOptions& options = report.options;
  const std::string playouts =
      options.playouts == 0
          ? ""
          : absl::StrFormat(
                "%s random playouts; ",
                Grouped(static_cast<std::int64_t>(options.playouts)));
  return absl::StrFormat(
      "Bots, weakest first: %s. %s deals of each bot against itself and %s per "
      "pairing, each in every seating; %s matches of the last bot against "
      "itself; %sseed \"%s\". Declared before play: an advantage is "
      "fair within ±%g game points per deal or ±%g Elo.",
      absl::StrJoin(report.bots, ", "),
      Grouped(static_cast<std::int64_t>(options.deals)),
      Grouped(static_cast<std::int64_t>(options.pairing_deals)),
      Grouped(static_cast<std::int64_t>(options.matches)), playouts,
      options.seed, options.margin_points, options.margin_elo);
}

std::string Legend() {
  return "± is a 95% interval by deal. An advantage is \"fair\" when its 90% "
         "interval lies within the margin, \"unfair\" when its 95% interval "
         "lies outside it, else \"undecided\". \"lead\" is game points per "
         "deal minus those of the other side (of the mean of the others). "
         "\"luck share\" is the share of the variance of a result that the "
         "cards explain. \"tables to 95%\" is the number of mirrored tables "
         "after which the stronger of two bots is expected to be ahead with "
         "95% confidence, \"independent tables\" the number without "
         "mirroring, and \"pairing gain\" their ratio. A deterministic bot "
         "against itself plays a deal alike in both seatings; the intervals "
         "account for that.";
}

}  // namespace

std::vector<ReportPart> PartsOf(const FairnessReport& report) {
  std::vector<ReportPart> parts;
  parts.push_back({.paragraph = Preamble(report)});
  parts.push_back(ChapterTitle("All rulesets"));
  parts.push_back(SummaryTable(report));
  for (const RulesetReport& ruleset : report.rulesets) {
    parts.push_back(
        ChapterTitle(absl::StrCat(ruleset.ruleset, ": ", ruleset.title)));
    parts.push_back(MirrorTable(report, ruleset));
    if (ruleset.playouts) parts.push_back(PlayoutTable(*ruleset.playouts));
    if (!ruleset.ladder.empty() && ruleset.ladder[0].elo.pairs > 0) {
      parts.push_back(LadderTable(report, ruleset));
    }
    if (ruleset.matches.matches > 0) {
      parts.push_back(MatchTable(report, ruleset));
    }
  }
  for (const ComparisonReport& comparison : report.comparisons) {
    parts.push_back(ChapterTitle(ComparisonTitle(report, comparison)));
    parts.push_back(ComparisonTable(report, comparison));
  }
  parts.push_back({.paragraph = Legend()});
  return parts;
}

}  // namespace couillon::arena
