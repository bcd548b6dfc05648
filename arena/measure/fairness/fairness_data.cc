// Figures, verdicts, findings and comparisons as JSON, for the page and for
// programs. docs/formats.md has their meaning.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/measure/fairness/advantage_verdict.h"
#include "arena/measure/fairness/card_control.h"
#include "arena/measure/fairness/fairness_report.h"
#include "arena/measure/fairness/figures.h"
#include "arena/measure/fairness/findings.h"
#include "arena/measure/fairness/ruleset_verdict.h"
#include "arena/numbers/format/csv_field.h"
#include "arena/numbers/format/figure_writers.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/format/json_numbers.h"
#include "arena/numbers/format/schema.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/pairs/mean.h"
#include "arena/numbers/stats/sample/ratio.h"
#include "arena/table/bot_index.h"

namespace couillon::arena {
namespace {

// The verdicts and findings of a fairness report as JSON, for its page and for
// programs. docs/formats.md has their meaning.

// "named": the side or seat that the figure is of.
Json FavouredJson(Favoured favoured, const char* named, const char* others) {
  switch (favoured) {
    case Favoured::kNamed:
      return named;
    case Favoured::kOthers:
      return others;
    case Favoured::kNobody:
      break;
  }
  return nullptr;
}

const char* KindWord(FindingKind kind) {
  switch (kind) {
    case FindingKind::kMatches:
      return "matches";
    case FindingKind::kDeals:
      return "deals";
    case FindingKind::kContradiction:
      return "contradiction";
    case FindingKind::kRange:
      return "range";
    case FindingKind::kSameRules:
      return "same_rules";
    case FindingKind::kSameDealRules:
      break;
  }
  return "same_deal_rules";
}

Json RangeJson(const FairnessFinding& finding) {
  const FigureRange& range = finding.range;
  return {
      {"figure", range.figure},
      {"opponent",
       range.opponent.empty() ? Json(nullptr) : Json(range.opponent)},
      {"least",
       {{"value", JsonNumber(range.least)}, {"ruleset", range.least_ruleset}}},
      {"most",
       {{"value", JsonNumber(range.most)}, {"ruleset", range.most_ruleset}}}};
}

Json FindingJson(const FairnessFinding& finding) {
  Json json = {{"kind", KindWord(finding.kind)}};
  if (!finding.bot.empty()) json["bot"] = finding.bot;
  switch (finding.kind) {
    case FindingKind::kMatches:
    case FindingKind::kDeals:
      json["fair"] = finding.verdicts.fair;
      json["in_favour"] = finding.verdicts.in_favour;
      json["against"] = finding.verdicts.against;
      json["undecided"] = finding.verdicts.undecided;
      break;
    case FindingKind::kRange:
      json.update(RangeJson(finding));
      break;
    case FindingKind::kContradiction:
      json["rulesets"] = finding.rulesets;
      break;
    case FindingKind::kSameRules:
    case FindingKind::kSameDealRules:
      json["ruleset"] = finding.rulesets[0];
      json["other"] = finding.rulesets[1];
      break;
  }
  json["text"] = finding.text;
  return json;
}

// Returns the verdict on whole matches; null without one.
Json MatchVerdictJson(const FairnessReport& report,
                      const RulesetReport& ruleset) {
  const std::optional<MatchVerdict> verdict = VerdictOnMatches(ruleset);
  if (!verdict) return nullptr;
  const FigureReport& score = *verdict->score;
  return {{"bot", report.bots.back()},
          {"figure", score.figure.name},
          {"verdict", VerdictWord(verdict->verdict)},
          {"favours", FavouredJson(verdict->favoured, "first_dealer", "other")},
          {"score", JsonNumber(score.estimate.value)},
          {"score_interval", JsonInterval(score.estimate.interval)},
          {"elo", JsonNumber(verdict->elo)},
          {"elo_interval", JsonInterval(verdict->elo_interval)}};
}

// Returns an array with what the seat of eldest hand is worth in one deal, an
// object per bot.
Json SeatEffectsJson(const FairnessReport& report,
                     const RulesetReport& ruleset) {
  Json json = Json::array();
  for (const SeatEffect& effect : SeatEffects(ruleset)) {
    const FigureReport& lead = *effect.lead;
    json.push_back(
        {{"bot", report.bots[Index(effect.bot)]},
         {"figure", lead.figure.name},
         {"verdict", lead.verdict ? Json(VerdictWord(lead.verdict->verdict))
                                  : Json(nullptr)},
         {"favours", FavouredJson(effect.favoured, "eldest", "others")},
         {"game_points", JsonNumber(lead.estimate.value)},
         {"game_points_interval", JsonInterval(lead.estimate.interval)},
         {"shows_in_matches", effect.shows_in_matches}});
  }
  return json;
}

// Returns an array of the findings, in the order of the report.
Json FindingsJson(const FairnessReport& report) {
  Json json = Json::array();
  for (const FairnessFinding& finding : ListFindings(report)) {
    json.push_back(FindingJson(finding));
  }
  return json;
}

Json EstimateJson(const stats::RatioEstimate& estimate) {
  return {{"value", JsonNumber(estimate.value)},
          {"interval", JsonInterval(estimate.interval)},
          {"standard_error", JsonNumber(estimate.standard_error)},
          {"count", estimate.count},
          {"deals", estimate.deals}};
}

const char* UnitWord(FigureKind kind) {
  switch (kind) {
    case FigureKind::kPoints:
      return "game_points";
    case FigureKind::kScore:
      return "score";
    case FigureKind::kShare:
      return "share";
    case FigureKind::kNumber:
      break;
  }
  return "number";
}

Json FigureJson(const FigureReport& report) {
  Json json = EstimateJson(report.estimate);
  json["unit"] = UnitWord(report.figure.kind);
  json["fixed_by_rules"] = !IsShown(report);
  if (report.verdict) {
    const AdvantageVerdict& verdict = *report.verdict;
    json["verdict"] = VerdictWord(verdict.verdict);
    json["verdict_alone"] = VerdictWord(verdict.alone);
    json["interval90"] = JsonInterval(verdict.interval90);
    json["p"] = JsonNumber(verdict.p_fair);
    json["p_adjusted"] = JsonNumber(verdict.p_fair_adjusted);
    json["p_unfair"] = JsonNumber(verdict.p_unfair);
    json["p_unfair_adjusted"] = JsonNumber(verdict.p_unfair_adjusted);
    json["family_tests"] = verdict.family;
  }
  return json;
}

Json FiguresJson(const std::vector<FigureReport>& figures) {
  Json json = Json::object();
  for (const FigureReport& figure : figures) {
    json[figure.figure.name] = FigureJson(figure);
  }
  return json;
}

// Visits the figures of a pairing; see report/format/figure_writers.h.
template <typename Visit>
void ForEachFigure(const LadderReport& step, Visit& visit) {
  visit.Bounded("elo", step.elo.elo, step.elo.plus_two.elo_interval);
  visit.Bounded("nelo", step.elo.nelo, step.elo.nelo_interval);
  visit.Mean("game_points", step.game_points);
  visit.Bounded("luck_share", step.luck_share, step.luck_interval);
  visit.Number("pairing_gain", step.pairing_gain);
  visit.Number("tables_to_95_mirrored", step.tables_to_95_mirrored);
  visit.Number("tables_to_95_independent", step.tables_to_95_independent);
}

// The same of what the cards explain of its results.
template <typename Visit>
void ForEachCardFigure(const LadderReport& step, const CardControl& cards,
                       Visit& visit) {
  visit.Bounded("r_squared", cards.r_squared, cards.r_squared_interval);
  visit.Bounded("mirrored_r_squared", cards.mirrored_r_squared,
                cards.mirrored_r_squared_interval);
  visit.Number("control_gain", cards.gain);
  visit.Number("tables_to_95_controlled", step.tables_to_95_controlled);
  visit.Number("beta", cards.beta);
  visit.Mean("unpaired_game_points", cards.unpaired);
  visit.Mean("controlled_game_points", cards.controlled);
}

Json CardsJson(const LadderReport& step) {
  if (!step.cards) return nullptr;
  Json json = {{"deals", step.cards->deals}};
  JsonFigures figures(json);
  ForEachCardFigure(step, *step.cards, figures);
  return json;
}

Json LadderJson(const FairnessReport& report, const LadderReport& step) {
  Json json = {{"stronger", report.bots[Index(step.stronger)]},
               {"weaker", report.bots[Index(step.weaker)]},
               {"pairs", step.elo.pairs}};
  JsonFigures figures(json);
  ForEachFigure(step, figures);
  json["cards"] = CardsJson(step);
  return json;
}

// Null values where no deal is solved.
Json SolvedJson(const SolvedReport& solved) {
  return {{"deals", solved.deals},
          {"positions", solved.positions},
          {"why_not",
           solved.why_not.empty() ? Json(nullptr) : Json(solved.why_not)},
          {"figures", FiguresJson(solved.figures)}};
}

Json MatchJson(const MatchReport& matches) {
  Json json = {{"matches", matches.matches},
               {"median_deals", matches.median_deals},
               {"p95_deals", matches.deals_95},
               {"deals_between_equals", JsonNumber(matches.even_deals)},
               {"figures", FiguresJson(matches.figures)},
               {"races", Json::array()}};
  for (const RaceReport& race : matches.races) {
    json["races"].push_back(
        {{"lines_left", race.needs},
         {"opponent_lines_left", race.opponent_needs},
         {"count", race.seen},
         {"win_rate", JsonNumber(race.won)},
         {"win_rate_of_equals", JsonNumber(race.even_race)}});
  }
  return json;
}

// The id of an earlier ruleset of the report; null for none.
Json RulesetName(const FairnessReport& report,
                 std::optional<std::size_t> ruleset) {
  if (!ruleset) return nullptr;
  return report.rulesets[*ruleset].ruleset;
}

Json RulesetJson(const FairnessReport& report, const RulesetReport& ruleset) {
  Json json = {{"ruleset", ruleset.ruleset},
               {"title", ruleset.title},
               {"sides", ruleset.sides},
               {"match_verdict", MatchVerdictJson(report, ruleset)},
               {"seat_effects", SeatEffectsJson(report, ruleset)},
               {"same_rules_as", RulesetName(report, ruleset.same.all)},
               {"same_deal_rules_as", RulesetName(report, ruleset.same.deal)},
               {"mirrors", Json::array()},
               {"pairings", Json::array()},
               {"skill_range_elo", JsonNumber(ruleset.span_elo)},
               {"skill_range_levels", JsonNumber(ruleset.span_levels)}};
  for (const MirrorReport& mirror : ruleset.mirrors) {
    json["mirrors"].push_back({{"bot", report.bots[Index(mirror.bot)]},
                               {"tables", mirror.tables},
                               {"forfeits", mirror.forfeits},
                               {"figures", FiguresJson(mirror.figures)}});
  }
  if (ruleset.playouts) {
    json["playouts"] = {{"tables", ruleset.playouts->tables},
                        {"figures", FiguresJson(ruleset.playouts->figures)}};
  }
  if (ruleset.solved) json["solved"] = SolvedJson(*ruleset.solved);
  for (const LadderReport& step : ruleset.ladder) {
    json["pairings"].push_back(LadderJson(report, step));
  }
  json["matches"] = MatchJson(ruleset.matches);
  return json;
}

Json ComparedJson(const ComparedFigure& figure) {
  return {{"first", EstimateJson(figure.first.estimate)},
          {"second", EstimateJson(figure.second.estimate)},
          {"difference", EstimateJson(figure.difference)},
          {"unit", UnitWord(figure.first.figure.kind)},
          {"p", JsonNumber(figure.p)},
          {"p_adjusted", JsonNumber(figure.p_adjusted)},
          {"significant", figure.significant},
          {"size", JsonNumber(figure.size)},
          {"size_interval", JsonInterval(figure.size_interval)}};
}

Json ComparisonJson(const FairnessReport& report,
                    const ComparisonReport& comparison) {
  Json figures = Json::object();
  for (const ComparedFigure& figure : comparison.figures) {
    figures[figure.first.figure.name] = ComparedJson(figure);
  }
  const auto names = [&comparison](const std::vector<std::size_t>& indices) {
    Json list = Json::array();
    for (const std::size_t i : indices) {
      list.push_back(comparison.figures[i].first.figure.name);
    }
    return list;
  };
  return {{"first", report.rulesets[0].ruleset},
          {"second", report.rulesets[1].ruleset},
          {"bot", report.bots[Index(comparison.bot)]},
          {"changed", names(comparison.changed)},
          {"unchanged", names(comparison.unchanged)},
          {"figures", figures}};
}

std::string Field(std::optional<double> value) { return CsvField(value); }

// The last five cells of a line.
std::string VerdictFields(const FigureReport& figure) {
  if (!figure.verdict) return ",,,,";
  const AdvantageVerdict& verdict = *figure.verdict;
  return absl::StrCat(VerdictWord(verdict.verdict), ",", Field(verdict.p_fair),
                      ",", Field(verdict.p_fair_adjusted), ",",
                      Field(verdict.p_unfair), ",",
                      Field(verdict.p_unfair_adjusted));
}

void AppendLines(const std::string& prefix,
                 const std::vector<FigureReport>& figures, std::string& text) {
  for (const FigureReport& figure : figures) {
    const stats::RatioEstimate& estimate = figure.estimate;
    absl::StrAppend(
        &text, prefix, ",", figure.figure.name, ",", Field(estimate.value), ",",
        Field(std::optional(estimate.interval.lo)), ",",
        Field(std::optional(estimate.interval.hi)), ",", estimate.count, ",",
        estimate.deals, ",", VerdictFields(figure), "\n");
  }
}

// Writes each figure of a pairing as a line of CSV, with the pairs or deals
// behind it.
class LadderLines {
 public:
  LadderLines(std::string prefix, std::int64_t pairs, std::string& text)
      : prefix_(std::move(prefix)), pairs_(pairs), text_(text) {}

  void Number(const char* name, std::optional<double> value) {
    Bounded(name, value, {});
  }
  void Bounded(const char* name, std::optional<double> value,
               const stats::Interval& interval) {
    absl::StrAppend(&text_, prefix_, ",", name, ",", Field(value), ",",
                    Field(std::optional(interval.lo)), ",",
                    Field(std::optional(interval.hi)), ",", pairs_, ",", pairs_,
                    ",,,,,\n");
  }
  void Mean(const char* name, const stats::MeanEstimate& mean) {
    Bounded(name, mean.mean, mean.interval);
  }

 private:
  std::string prefix_;
  std::int64_t pairs_;
  std::string& text_;
};

void AppendLadder(const FairnessReport& report, const RulesetReport& ruleset,
                  const LadderReport& step, std::string& text) {
  const std::string bots = CsvField(report.bots[Index(step.stronger)] + "-" +
                                    report.bots[Index(step.weaker)]);
  LadderLines lines(absl::StrCat(CsvField(ruleset.ruleset), ",pairing,", bots),
                    step.elo.pairs, text);
  ForEachFigure(step, lines);
  if (!step.cards) return;
  LadderLines of_cards(absl::StrCat(CsvField(ruleset.ruleset), ",cards,", bots),
                       step.cards->deals, text);
  ForEachCardFigure(step, *step.cards, of_cards);
}

}  // namespace

Json FairnessDocument(const FairnessReport& report) {
  Json json = NewDocument(kFairnessSchema);
  json.update({{"bots", report.bots},
               {"seed", report.options.seed},
               {"deals", report.options.deals},
               {"pairing_deals", report.options.pairing_deals},
               {"matches", report.options.matches},
               {"playouts", report.options.playouts},
               {"solved_deals", report.options.solving.deals},
               {"solved_positions", report.options.solving.positions},
               {"margin_game_points", report.options.margin_points},
               {"margin_elo", report.options.margin_elo},
               {"verdicts",
                {{"hold_for", "all rulesets together"},
                 {"correction", "Holm"},
                 {"error", kVerdictError}}},
               {"findings", FindingsJson(report)},
               {"rulesets_by_verdict", Json::array()},
               {"rulesets", Json::array()}});
  for (const std::size_t i : RulesetsByVerdict(report)) {
    json["rulesets_by_verdict"].push_back(report.rulesets[i].ruleset);
  }
  for (const RulesetReport& ruleset : report.rulesets) {
    json["rulesets"].push_back(RulesetJson(report, ruleset));
  }
  for (const ComparisonReport& comparison : report.comparisons) {
    json["comparisons"].push_back(ComparisonJson(report, comparison));
  }
  return json;
}

std::string FairnessJson(const FairnessReport& report) {
  return FairnessDocument(report).dump(2) + "\n";
}

std::string FairnessCsv(const FairnessReport& report) {
  std::string text =
      "ruleset,section,bot,figure,value,lo,hi,count,deals,verdict,p,"
      "p_adjusted,p_unfair,p_unfair_adjusted\n";
  for (const RulesetReport& ruleset : report.rulesets) {
    for (const MirrorReport& mirror : ruleset.mirrors) {
      AppendLines(absl::StrCat(CsvField(ruleset.ruleset), ",mirror,",
                               CsvField(report.bots[Index(mirror.bot)])),
                  mirror.figures, text);
    }
    if (ruleset.playouts) {
      AppendLines(CsvField(ruleset.ruleset) + ",playouts,",
                  ruleset.playouts->figures, text);
    }
    if (ruleset.solved && ruleset.solved->why_not.empty()) {
      AppendLines(CsvField(ruleset.ruleset) + ",solved,",
                  ruleset.solved->figures, text);
    }
    for (const LadderReport& step : ruleset.ladder) {
      AppendLadder(report, ruleset, step, text);
    }
    AppendLines(absl::StrCat(CsvField(ruleset.ruleset), ",matches,",
                             CsvField(report.bots.back())),
                ruleset.matches.figures, text);
  }
  for (const ComparisonReport& comparison : report.comparisons) {
    for (const ComparedFigure& figure : comparison.figures) {
      const FigureReport difference{.figure = figure.first.figure,
                                    .estimate = figure.difference};
      AppendLines(absl::StrCat(CsvField(report.rulesets[1].ruleset + " less " +
                                        report.rulesets[0].ruleset),
                               ",difference,",
                               CsvField(report.bots[Index(comparison.bot)])),
                  {difference}, text);
    }
  }
  return text;
}

}  // namespace couillon::arena
