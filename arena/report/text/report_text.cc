// The parts in reading order: the result, the whole, each ruleset, the
// pairings, what went wrong, and what the columns mean.
#include "arena/report/text/report_text.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/format/document.h"
#include "arena/numbers/format/text_table.h"
#include "arena/numbers/format/tone.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/league/league_size.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/numbers/stats/sequential/sprt.h"
#include "arena/numbers/text/display_width.h"
#include "arena/report/data/bot_names.h"
#include "arena/report/data/certainty.h"
#include "arena/report/data/head_to_head.h"
#include "arena/report/data/rating_table.h"
#include "arena/report/data/ruleset_spread.h"
#include "arena/report/text/audit_text.h"
#include "arena/report/text/head_to_head_text.h"
#include "arena/report/text/history_text.h"
#include "arena/report/text/identities_text.h"
#include "arena/report/text/pairings_text.h"
#include "arena/report/text/played_text.h"
#include "arena/report/text/policy_text.h"
#include "arena/report/text/rating_sheet_text.h"
#include "arena/report/text/result_text.h"
#include "arena/report/text/sentences.h"
#include "arena/report/text/standings_text.h"
#include "arena/report/text/three_way_text.h"
#include "arena/report/text/tournament_text.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/verdict.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kColumns = 3;  // rank or place, bot, rating or points

// The result so far, or the ratings of the whole, or of each ruleset.
std::vector<ReportPart> InterimStandings(const LeagueReport& report) {
  std::vector<ReportPart> places = PlaceParts(report);
  if (!places.empty()) return places;
  if (!report.rulesets.empty()) return {StandingsPart(report)};
  return report.tournaments.empty() ? ThreeWayStandingParts(report)
                                    : TournamentStandingParts(report);
}

// Whether a bot has a rating yet.
bool HasRatings(const ReportPart& part) {
  return std::any_of(part.rows.begin() + 1, part.rows.end(),
                     [](const auto& row) { return row[kColumns - 1] != "-"; });
}

void Shorten(std::size_t most, ReportPart& part) {
  const std::size_t bots = part.rows.size() - 1;
  if (bots > most) {
    part.rows.resize(most + 1);
    part.notes = {
        absl::StrFormat("and %s more", Grouped(static_cast<int>(bots - most)))};
  } else {
    part.notes.clear();
  }
  for (std::vector<std::string>& row : part.rows) row.resize(kColumns);
  part.tones.clear();
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
  Rows rows = {{"bot", elo, "these rulesets", "another ruleset",
                "between rulesets", "p"}};
  for (const BotSpread& bot : spread.bots) {
    rows.push_back(
        {ShownName(report.config, BotIndex(bot.bot)), Signed(bot.elo, 1),
         HalfWidth(bot.these_rulesets),
         bot.another_ruleset ? HalfWidth(*bot.another_ruleset) : "-",
         bot.deviation ? absl::StrFormat("%.1f", *bot.deviation) : "-",
         CellOf(bot.p)});
  }
  return rows;
}

std::vector<Sentence> SpreadSentences(const RulesetSpread& spread) {
  return {
      {true,
       "\"these rulesets\" is the 95% interval of the mean over them; "
       "\"between rulesets\" is a standard deviation."},
      {!spread.share_deals && spread.rulesets >= kMinRulesetsToPredict,
       "\"another ruleset\" is the 95% interval of the Elo under one more "
       "ruleset, if these are a sample of rulesets like it."},
      {!spread.share_deals && spread.rulesets < kMinRulesetsToPredict,
       absl::StrFormat("\"another ruleset\": fewer than %d rulesets predict "
                       "no other.",
                       kMinRulesetsToPredict)},
      {spread.share_deals,
       "The rulesets were played on the same deals and share their luck, so "
       "their differences cannot be separated from it: no interval of another "
       "ruleset, and no test."},
      {spread.p.has_value(),
       absl::StrFormat("All bots the same under every ruleset: Q = %.1f, %d "
                       "degrees of freedom, p %s.",
                       spread.statistic, spread.df,
                       FormatP(spread.p.value_or(1)))}};
}

Rows FaultRows(const LeagueReport& report) {
  std::map<std::pair<BotIndex, Verdict>, int> counts;
  for (const Fault& fault : report.faults) ++counts[{fault.bot, fault.verdict}];
  Rows rows = {{"bot", "fault", "count"}};
  for (const auto& [key, count] : counts) {
    rows.push_back({ShownName(report.config, key.first),
                    std::string(VerdictName(key.second)), Grouped(count)});
  }
  return rows;
}

// Plain estimates are biased after early stopping; the text says so. All
// estimates are on the scale of the test.
std::string TestText(const HeadToHead& test, const RatingTable& table,
                     bool matches) {
  if (test.forfeits_alone) {
    return "No result: forfeits alone decide the test, so it says nothing of "
           "the strength of the bots.\n";
  }
  const bool points = test.input.scale == stats::ResultScale::kPoints;
  const stats::Interval& interval =
      points ? table.pairings[0].anytime_points : test.anytime_interval;
  const int decimals = points ? 3 : 1;
  return absl::StrFormat(
      "%sanytime %s %s, a 95%% interval that is valid under early "
      "stopping;\n        the other estimates are biased away from 0 by early "
      "stopping\n",
      SequentialText(test),
      points    ? "points/deal"
      : matches ? "Elo/match"
                : "Elo/deal",
      Brackets(interval, decimals));
}

// The draw rate between equal bots.
std::vector<std::string> TieNotes(const LeagueReport& report,
                                  const RatingTable& table) {
  if (table.tie_rate.value_or(0) == 0) return {};
  const double nu = *table.tie_rate;
  return {
      absl::StrFormat("Draw rate between equal bots: %.1f%% of %s (nu %.3f).",
                      100 * nu / (2 + nu), ItemsWord(report.config), nu)};
}

std::vector<std::string> NotesOf(const LeagueReport& report,
                                 const RatingTable& table) {
  std::vector<std::string> notes = TieNotes(report, table);
  for (std::string& note : NoResultNotes(report, table)) {
    notes.push_back(std::move(note));
  }
  for (std::string& note : SignNotes(report, table)) {
    notes.push_back(std::move(note));
  }
  if (report.config.bots_size() == 2 && table.sheet.few_deals &&
      !table.pairings[0].forfeits_alone) {
    for (std::string& note :
         CrossTableNotes(table.sheet, ShownNames(report.config))) {
      notes.push_back(std::move(note));
    }
  }
  return notes;
}

void AddCircle(const LeagueReport& report, const RatingTable& table,
               std::vector<ReportPart>& parts) {
  if (!table.sheet.circle) return;
  std::vector<std::string> names = ShownNames(report.config);
  for (std::string& name : names) name = CutInMiddle(name, kHeadWidth);
  parts.push_back({.rows = CircleRows(table.sheet, names),
                   .notes = CircleNotes(table.sheet)});
}

// Adds the comparisons that follow the standings of a single ruleset.
void AddComparisons(const LeagueReport& report, const RatingTable& table,
                    std::vector<ReportPart>& parts) {
  if (report.config.bots_size() <= 2) return;
  const std::vector<std::string> names = ShownNames(report.config);
  if (report.certainty != Certainty::kRatings) {
    // Of the comparisons, only which bots have no common scale.
    for (std::string& note : CrossTableNotes(table.sheet, names)) {
      parts.back().notes.push_back(std::move(note));
    }
    return;
  }
  parts.push_back(CrossPart(table.sheet, names, kReportWidth));
  AddCircle(report, table, parts);
}

// What the rulesets together say of the difference between them.
void AddSpread(const LeagueReport& report, std::vector<ReportPart>& parts) {
  if (!report.spread || report.certainty != Certainty::kRatings) return;
  const RatingTable& first = report.rulesets[0];
  const bool points = first.scale == stats::ResultScale::kPoints;
  const bool by_match =
      ArePlayingMatches(report.config) || (points && first.matches.has_value());
  if (!report.spread->bots.empty()) {
    parts.push_back({.title = "Differences between the rulesets",
                     .rows = SpreadRows(report, *report.spread,
                                        by_match ? "Elo/match" : "Elo/deal"),
                     .notes = ListApplicable(SpreadSentences(*report.spread))});
  }
  if (points || !report.overall || report.config.bots_size() <= 2) return;
  parts.push_back(CrossPart(report.overall->sheet, ShownNames(report.config),
                            kReportWidth));
  parts.back().title = "All rulesets together, by deal number";
}

void AddForfeitFree(const LeagueReport& report,
                    std::vector<ReportPart>& parts) {
  for (const RatingTable& table : report.rulesets) {
    Rows rows = ForfeitFreeRows(report, table);
    if (rows.size() <= 1) continue;
    parts.push_back(
        {.title = report.spread ? table.ruleset : "", .rows = std::move(rows)});
  }
}

// "H1 after 144 pairs".
std::string VerdictText(const HeadToHead& test) {
  COUILLON_CHECK(test.test.has_value());
  if (test.forfeits_alone) {
    return absl::StrFormat("decided by forfeits after %s pairs",
                           Grouped(test.input.score.pairs));
  }
  const stats::SequentialDecision decision = test.test->decision;
  return absl::StrFormat("%s after %s pairs in the order of the deals",
                         decision == stats::SequentialDecision::kContinue
                             ? "not decided"
                             : DecisionName(decision),
                         Grouped(test.input.score.pairs));
}

// The sequential test, its verdict first.
void AddTest(const LeagueReport& report, std::vector<ReportPart>& parts) {
  if (!report.test) return;
  parts.push_back({.title = "Sequential test: " + VerdictText(*report.test),
                   .text = TestText(*report.test, report.rulesets[0],
                                    ArePlayingMatches(report.config))});
}

// Rating tables: the whole first, then each ruleset, then the pairings.
void AddTables(const LeagueReport& report, std::vector<ReportPart>& parts) {
  if (report.rulesets.empty()) return;
  parts.push_back(StandingsPart(report));
  if (!report.spread) {
    const RatingTable& table = report.rulesets[0];
    parts.back().notes = NotesOf(report, table);
    AddTest(report, parts);
    if (report.config.bots_size() > 2) {
      if (auto part = OtherScalesPart(report, table)) {
        parts.push_back(*std::move(part));
      }
    }
    AddComparisons(report, table, parts);
  } else {
    AddSpread(report, parts);
    for (const RatingTable& table : report.rulesets) {
      if (report.config.bots_size() <= 2) break;
      parts.push_back(RulesetPart(report, table));
      parts.back().notes = NotesOf(report, table);
      for (std::string& note :
           CrossTableNotes(table.sheet, ShownNames(report.config))) {
        parts.back().notes.push_back(std::move(note));
      }
      AddCircle(report, table, parts);
    }
  }
  for (ReportPart& part : PairingParts(report)) {
    parts.push_back(std::move(part));
  }
  AddForfeitFree(report, parts);
}

// Returns true if no bot won or lost everything.
bool AreAllRated(const LeagueReport& report) {
  return std::ranges::all_of(report.rulesets, [](const RatingTable& table) {
    return std::ranges::all_of(
        table.sheet.rating.bots, [](const stats::BotRating& bot) {
          return bot.status == stats::RatingStatus::kRated;
        });
  });
}

// What ratings and the errors beside them are relative to. An anchor that won
// or lost all its pairs is not rated.
std::string ZeroText(const LeagueReport& report) {
  const bool certain = report.certainty == Certainty::kRatings;
  if (!report.zero.anchor) {
    return absl::StrCat(
        "Ratings are relative to the mean of the field, at 0",
        certain ? "; ± beside a rating is the error of its difference to that "
                  "mean."
                : ".");
  }
  const BotIndex anchor{*report.zero.anchor};
  const bool rated =
      std::ranges::all_of(report.rulesets, [&](const RatingTable& table) {
        return table.sheet.rating.bots[Index(anchor)].status ==
               stats::RatingStatus::kRated;
      });
  return absl::StrFormat(
      "Ratings are relative to %s at %g%s%s", ShownName(report.config, anchor),
      report.zero.elo,
      rated ? ""
            : ", or to the mean of the others at 0 where it has no finite "
              "rating",
      certain ? "; ± beside a rating is the error of its difference to that."
              : ".");
}

// The sentence on pairings of a league in which ratings have no intervals.
const char* PairingIntervals(const LeagueReport& report) {
  return report.certainty == Certainty::kAnytimePairings
             ? "Brackets of a pairing are a 95% interval that is valid at any "
               "time (anytime-valid), because results decide how many deals it "
               "has; it has no LOS. W, D, L and \"score\" count tables: a "
               "deal, or match, in one seating."
             : "Brackets of a pairing are its own 95% interval. W, D, L and "
               "\"score\" count tables: a deal, or match, in one seating.";
}

// The sentences on ratings, intervals and ranks.
std::vector<Sentence> RatingSentences(const LeagueReport& report) {
  const bool certain = report.certainty == Certainty::kRatings;
  const bool matches = ArePlayingMatches(report.config);
  const bool points = report.rulesets[0].scale == stats::ResultScale::kPoints;
  const bool linear =
      std::ranges::any_of(report.rulesets, &RatingTable::matches_are_linear);
  const bool large =
      stats::IsLarge(static_cast<std::size_t>(report.config.bots_size()));
  return {
      {!certain, certain ? "" : WhyNoIntervals(report.certainty)},
      {report.units_done < report.units &&
           report.certainty != Certainty::kAnytimePairings,
       "In an unfinished league the brackets of pairings marked [any time] "
       "are valid at any time (anytime-valid); those marked [95%] and ± are "
       "not."},
      {true, ZeroText(report)},
      {report.config.bots_size() == 2 && !report.zero.anchor &&
           AreAllRated(report),
       "Of two bots the mean is halfway: how far they are apart is the figure "
       "of their pairing."},
      {matches, "Elo is per match."},
      {!matches,
       "Elo/match is what a match would give, by the stakes and carries of "
       "the ruleset; Elo/deal ignores the points of a deal."},
      {!matches && !points,
       "\"mean lead\" is in game points per deal over all opponents, not a "
       "rating."},
      {!certain, PairingIntervals(report)},
      {report.every_look.has_value(),
       "Ranks and marks of a table hold at every look at this arena, however "
       "often you look and whenever play stops; ± and brackets are for one "
       "look."},
      {certain,
       "± and brackets are 95% intervals, clustered by deal. \"rank\" is the "
       "range of ranks that these results leave open, 95% certain for all bots "
       "together: bots that cannot be told apart share ranks. W, D, L and "
       "\"score\" count tables: a deal, or match, in one seating."},
      {std::ranges::any_of(report.rulesets, &RatingTable::matches_are_too_long),
       "Where there is no Elo/match, a match of the ruleset may last so long "
       "that it cannot be computed."},
      {linear,
       "Elo/match of so many pairings is computed to first order, from races "
       "of groups of them that score alike."},
      {large && certain,
       "Of so many bots, marks and ranks are by Tukey and Kramer's critical "
       "value, and degrees of freedom are a lower bound."}};
}

// The sentences on comparisons of two bots.
std::vector<Sentence> ComparisonSentences(const LeagueReport& report) {
  const bool two = report.config.bots_size() <= 2;
  const bool marks =
      !two && !report.spread && report.certainty == Certainty::kRatings;
  return {
      {!marks && report.certainty != Certainty::kAnytimePairings,
       "LOS is the likelihood of superiority."},
      {marks,
       "LOS is the likelihood of superiority: of the row's bot over the "
       "column's where \"better than\" has percentages. > and < mark "
       "differences that are significant for all comparisons together."},
      {!two,
       "Pairings are seen from the bot that leads, the largest lead first."},
      {two && !report.spread,
       "\"pairing gain\" is how many unpaired tables one paired table "
       "replaces."}};
}

std::string LegendOf(const LeagueReport& report) {
  if (!report.three_way.empty()) return ThreeWayLegend(report);
  if (!report.tournaments.empty()) return TournamentLegend(report);
  return absl::StrCat(JoinApplicable(RatingSentences(report)), " ",
                      JoinApplicable(ComparisonSentences(report)));
}

// The policy last: it was declared before the first deal.
void AddPolicy(const LeagueReport& report, const ReportForm& form,
               std::vector<ReportPart>& parts) {
  if (form.policy) {
    parts.push_back({.title = "Policy", .text = DescribePolicy(report.config)});
    return;
  }
  parts.push_back(
      {.paragraph = absl::StrCat("Policy: ", PolicyGist(report.config),
                                 "; in full: report --policy"),
       .tone = Tone::kFaint});
}

// Returns the parts of a report in reading order.
std::vector<ReportPart> PartsOf(const LeagueReport& report,
                                const ReportForm& form) {
  std::vector<ReportPart> parts = PlayedParts(report);
  const auto add = [&parts](std::vector<ReportPart> more) {
    for (ReportPart& part : more) parts.push_back(std::move(part));
  };
  add(ResultParts(report));
  AddTables(report, parts);
  add(TournamentParts(report));
  add(ThreeWayParts(report));
  if (report.arena) {
    parts.push_back({.text = EntrantsText(*report.arena, report.result)});
  }
  add(HistoryParts(report));
  if (!report.faults.empty()) {
    parts.push_back(
        {.title = "Faults with a forfeit", .rows = FaultRows(report)});
  }
  if (report.audit) {
    add(AuditParts(*report.audit, report.config, report.units_done));
  }
  parts.push_back({.paragraph = LegendOf(report), .tone = Tone::kFaint});
  AddPolicy(report, form, parts);
  return parts;
}

}  // namespace

std::string InterimText(const LeagueReport& report, std::size_t most) {
  std::vector<ReportPart> parts = InterimStandings(report);
  std::erase_if(parts, std::not_fn(HasRatings));
  for (ReportPart& part : parts) {
    Shorten(most, part);
    // The rounds that a result follows from are over.
    const bool of_rounds = report.result.rule == ResultRule::kPoints ||
                           report.result.rule == ResultRule::kBracket;
    part.title = absl::StrFormat(
        "%s%s %s of %s units",
        of_rounds ? part.title : part.title.substr(0, part.title.find(',')),
        of_rounds ? ";" : " after", Grouped(report.units_done),
        Grouped(report.units));
  }
  return DocumentText(parts, {.width = kReportWidth});
}

std::string RenderText(const LeagueReport& report, const ReportForm& form) {
  return DocumentText(PartsOf(report, form),
                      {.width = kReportWidth, .colours = form.colours});
}

}  // namespace couillon::arena
