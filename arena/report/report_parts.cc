#include "arena/report/report_parts.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "arena/report/audit_report.h"
#include "arena/report/entrants.h"
#include "arena/report/format/document.h"
#include "arena/report/format/figure_writers.h"
#include "arena/report/format/text_table.h"
#include "arena/report/head_to_head.h"
#include "arena/report/integrity.h"
#include "arena/report/league_report.h"
#include "arena/report/pairing_rows.h"
#include "arena/report/policy_text.h"
#include "arena/report/rank_forms.h"
#include "arena/report/rating_history_forms.h"
#include "arena/report/rating_sheet.h"
#include "arena/report/ruleset_spread.h"
#include "arena/report/three_way_forms.h"
#include "arena/report/tournament_forms.h"
#include "arena/stats/law/interval.h"
#include "arena/stats/league/league_rating.h"
#include "arena/stats/league/league_size.h"
#include "arena/stats/pairs/mean.h"
#include "arena/stats/pairs/result_scale.h"
#include "arena/table/bot_index.h"
#include "arena/table/quantity.h"
#include "arena/table/verdict.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

std::string Name(const LeagueReport& report, BotIndex bot) {
  return ShownName(report.config, bot);
}

std::vector<std::string> Names(const LeagueReport& report) {
  std::vector<std::string> names;
  for (int bot = 0; bot < report.config.bots_size(); ++bot) {
    names.push_back(Name(report, BotIndex(bot)));
  }
  return names;
}

bool ArePlayingMatches(const LeagueReport& report) {
  return report.config.mode() == v1::LEAGUE_MODE_MATCHES;
}

const char* Items(const LeagueReport& report) {
  return ArePlayingMatches(report) ? "matches" : "deals";
}

// The ratings of the sheet come first, those on other scales follow.
Rows RatingRows(const LeagueReport& report, const RatingTable& table) {
  const bool points = table.scale == stats::ResultScale::kPoints;
  const bool matches = ArePlayingMatches(report);
  const bool by_deal = !matches && !table.ruleset.empty();
  const std::string elo = matches ? "Elo/match" : "Elo/deal";
  Rows rows = {{"bot", "rank", points ? "points/deal" : elo}};
  if (by_deal && !points) rows[0].emplace_back("points/deal");
  if (table.matches) {
    rows[0].insert(rows[0].end(), {"Elo/match", "match rank"});
  }
  if (points) rows[0].push_back(elo);
  rows[0].emplace_back("pairs");
  for (const int bot : table.sheet.order) {
    const auto at = static_cast<std::size_t>(bot);
    const BotTotals& sums = table.totals[at];
    std::vector<std::string> row = {
        Name(report, BotIndex(bot)), RankText(table.sheet.ranks[at]),
        FormatRating(table.sheet.rating.bots[at], DecimalsOf(table.scale))};
    if (by_deal && !points) row.push_back(Signed(sums.game_points, 3));
    if (table.matches) {
      row.push_back(FormatRating(table.matches->bots[at]));
      row.push_back(RankText(table.match_ranks[at]));
    }
    if (points) row.push_back(FormatRating(table.by_score.bots[at]));
    row.push_back(Grouped(sums.pairs));
    rows.push_back(row);
  }
  return rows;
}

std::string HalfWidth(const stats::Interval& interval) {
  const double half = (interval.hi - interval.lo) / 2;
  return std::isfinite(half) ? absl::StrFormat("± %.1f", half) : "-";
}

std::string CellOf(std::optional<double> p) {
  if (!p) return "-";
  return *p < 1e-6 ? "<1e-6" : absl::StrFormat("%.2g", *p);
}

// All rulesets together.
Rows SpreadRows(const LeagueReport& report, const RulesetSpread& spread,
                const char* elo) {
  Rows rows = {{"bot", elo, "these rulesets", "rulesets like these",
                "between rulesets", "p"}};
  for (const BotSpread& bot : spread.bots) {
    rows.push_back({Name(report, BotIndex(bot.bot)), Signed(bot.elo, 1),
                    HalfWidth(bot.these_rulesets), HalfWidth(bot.like_these),
                    absl::StrFormat("%.1f", bot.deviation), CellOf(bot.p)});
  }
  return rows;
}

std::vector<std::string> SpreadNotes(const RulesetSpread& spread) {
  std::vector<std::string> notes = {
      "\"these rulesets\" is the 95% interval of the mean over them, "
      "\"rulesets like these\" that",
      "over all rulesets of which these are a sample; \"between rulesets\" is "
      "a standard deviation."};
  if (spread.p) {
    notes.push_back(absl::StrFormat(
        "All bots the same under every ruleset: Q = %.1f, %d degrees of "
        "freedom, p %s.",
        spread.statistic, spread.df, FormatP(*spread.p)));
  }
  return notes;
}

Rows FaultRows(const LeagueReport& report) {
  std::map<std::pair<BotIndex, Verdict>, int> counts;
  for (const Fault& fault : report.faults) ++counts[{fault.bot, fault.verdict}];
  Rows rows = {{"bot", "fault", "count"}};
  for (const auto& [key, count] : counts) {
    rows.push_back({Name(report, key.first),
                    std::string(VerdictName(key.second)), Grouped(count)});
  }
  return rows;
}

// Plain estimates are biased after early stopping; the text says so.
std::string TestText(const HeadToHead& test) {
  return absl::StrFormat(
      "%sElo     [%s, %s], a 95%% interval that is valid under early "
      "stopping;\n        the estimates above are biased away from 0 by early "
      "stopping\n",
      SequentialText(test), Signed(test.anytime_interval.lo, 1),
      Signed(test.anytime_interval.hi, 1));
}

// The draw rate between equal bots.
std::vector<std::string> TieNotes(const LeagueReport& report,
                                  const RatingTable& table) {
  if (table.tie_rate.value_or(0) == 0) return {};
  const double nu = *table.tie_rate;
  return {
      absl::StrFormat("Draw rate between equal bots: %.1f%% of %s (nu %.3f).",
                      100 * nu / (2 + nu), Items(report), nu)};
}

std::vector<std::string> NotesOf(const LeagueReport& report,
                                 const RatingTable& table) {
  std::vector<std::string> notes = TieNotes(report, table);
  for (std::string& note : SignNotes(report, table)) {
    notes.push_back(std::move(note));
  }
  if (report.config.bots_size() == 2 && table.sheet.few_deals) {
    for (std::string& note : CrossTableNotes(table.sheet, Names(report))) {
      notes.push_back(std::move(note));
    }
  }
  return notes;
}

void AddTable(const LeagueReport& report, const RatingTable& table,
              const std::string& title, std::vector<ReportPart>& parts) {
  parts.push_back({.title = absl::StrFormat("%s: %s %s, each in %d seatings",
                                            title, Grouped(table.items),
                                            Items(report), table.seatings),
                   .rows = RatingRows(report, table),
                   .notes = NotesOf(report, table)});
  if (report.config.bots_size() > 2) {
    const std::vector<std::string> names = Names(report);
    ReportPart cross{
        .rows = CrossTableRows(table.sheet, names, kMostBotsOfText),
        .notes = CrossTableNotes(table.sheet, names)};
    if (names.size() > kMostBotsOfText) {
      cross.notes.push_back(absl::StrFormat(
          "The %d best bots; --format json has the %d best.", kMostBotsOfText,
          std::min(names.size(), kMostComparedBots)));
    }
    parts.push_back(std::move(cross));
    if (table.sheet.circle) {
      parts.push_back({.rows = CircleRows(table.sheet, names),
                       .notes = CircleNotes(table.sheet)});
    }
  }
  if (table.ruleset.empty()) return;
  Rows pairings = PairingRows(report, table);
  std::vector<std::string> left_out = PairingNotes(table, pairings);
  parts.push_back({.rows = std::move(pairings), .notes = std::move(left_out)});
  Rows forfeit_free = ForfeitFreeRows(report, table);
  if (forfeit_free.size() > 1) {
    parts.push_back({.rows = std::move(forfeit_free)});
  }
}

// All rulesets together, in Elo per match where it is known.
void AddAllRulesets(const LeagueReport& report,
                    std::vector<ReportPart>& parts) {
  if (!report.spread || !report.overall) return;
  const std::string title = "All rulesets together";
  const RatingTable& first = report.rulesets[0];
  const bool points = first.scale == stats::ResultScale::kPoints;
  const bool by_match =
      ArePlayingMatches(report) || (points && first.matches.has_value());
  parts.push_back({.title = absl::StrFormat("%s: %d, each with the same weight",
                                            title, report.spread->rulesets),
                   .rows = SpreadRows(report, *report.spread,
                                      by_match ? "Elo/match" : "Elo/deal"),
                   .notes = SpreadNotes(*report.spread)});
  if (!points) {
    AddTable(report, *report.overall, title + ", by deal number", parts);
  }
}

std::string Legend(const LeagueReport& report) {
  std::string text;
  if (report.units_done < report.units) {
    text +=
        "Brackets of an unfinished league are valid at any time "
        "(anytime-valid); ± is\nnot.\n";
  }
  const std::string anchor = Name(report, BotIndex(0));
  if (ArePlayingMatches(report)) {
    text += absl::StrFormat("Elo is per match, %s at 0; ", anchor);
  } else {
    text += absl::StrFormat(
        "Game points are per deal, %s at 0. Elo/match is what a match would "
        "give, by the\nstakes and carries of the ruleset; Elo/deal ignores "
        "the points of a deal. ",
        anchor);
  }
  text +=
      "± and brackets\nare 95% intervals, clustered by deal. \"pairing gain\" "
      "is how many unpaired tables\none paired table replaces.\n";
  if (std::any_of(
          report.rulesets.begin(), report.rulesets.end(),
          [](const RatingTable& table) { return table.matches_are_linear; })) {
    text +=
        "Elo/match of so many pairings is computed to first order, from races "
        "of groups of\nthem that score alike.\n";
  }
  if (stats::IsLarge(static_cast<std::size_t>(report.config.bots_size()))) {
    text +=
        "Of so many bots, marks and ranks are by Tukey and Kramer's critical "
        "value, and\ndegrees of freedom are a lower bound.\n";
  }
  if (report.config.bots_size() > 2) {
    text +=
        "\"better than\" is the likelihood of superiority (LOS) of the row's "
        "bot over the\ncolumn's; > and < mark differences that are significant "
        "for all comparisons\ntogether.\n";
  }
  text +=
      "\"rank\" is the range of ranks that these results leave open, 95% "
      "certain for all bots\ntogether: bots that cannot be told apart share "
      "ranks.\n";
  return text;
}

}  // namespace

std::vector<ReportPart> PartsOf(const LeagueReport& report) {
  std::vector<ReportPart> parts;
  if (report.units_done < report.units) {
    parts.push_back(
        {.text = absl::StrFormat("Unfinished: %d of %d units played.\n",
                                 report.units_done, report.units)});
  }
  parts.push_back({.text = DescribePolicy(report.config)});
  if (report.arena) parts.push_back({.text = EntrantsText(*report.arena)});
  for (const RatingTable& table : report.rulesets) {
    AddTable(report, table, table.ruleset, parts);
  }
  for (ReportPart& part : TournamentParts(report)) {
    parts.push_back(std::move(part));
  }
  for (ReportPart& part : ThreeWayParts(report)) {
    parts.push_back(std::move(part));
  }
  if (report.test) {
    parts.push_back({.title = absl::StrFormat(
                         "Sequential test, %s pairs in the order of the deals",
                         Grouped(report.test->input.score.pairs)),
                     .text = TestText(*report.test)});
  }
  AddAllRulesets(report, parts);
  for (ReportPart& part : HistoryParts(report)) {
    parts.push_back(std::move(part));
  }
  if (!report.faults.empty()) {
    parts.push_back(
        {.title = "Faults with a forfeit", .rows = FaultRows(report)});
  }
  if (report.audit) {
    for (ReportPart& part :
         AuditParts(*report.audit, report.config, report.units_done)) {
      parts.push_back(std::move(part));
    }
  }
  if (!report.three_way.empty()) {
    parts.push_back({.paragraph = ThreeWayLegend(report)});
    return parts;
  }
  parts.push_back({.text = report.tournaments.empty()
                               ? Legend(report)
                               : TournamentLegend(report)});
  return parts;
}

}  // namespace couillon::arena
