#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/fairness/fairness_report.h"
#include "arena/report/csv_field.h"
#include "arena/report/json_numbers.h"
#include "arena/stats/elo.h"
#include "arena/stats/interval.h"
#include "arena/stats/ratio.h"

namespace couillon::arena {
namespace {

std::size_t Index(int i) { return static_cast<std::size_t>(i); }

Json EstimateJson(const stats::RatioEstimate& estimate) {
  return {{"value", JsonNumber(estimate.value)},
          {"interval", JsonInterval(estimate.interval)},
          {"standard_error", JsonNumber(estimate.standard_error)},
          {"count", estimate.count},
          {"deals", estimate.deals}};
}

Json FigureJson(const FigureReport& report) {
  Json json = EstimateJson(report.estimate);
  if (report.verdict) {
    json["verdict"] = VerdictWord(report.verdict->verdict);
    json["interval90"] = JsonInterval(report.verdict->interval90);
    json["p"] = JsonNumber(report.verdict->p_value);
    json["p_adjusted"] = JsonNumber(report.adjusted_p);
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

Json LadderJson(const FairnessReport& report, const LadderReport& step) {
  return {
      {"stronger", report.bots[Index(step.stronger)]},
      {"weaker", report.bots[Index(step.weaker)]},
      {"pairs", step.elo.pairs},
      {"elo", JsonNumber(step.elo.elo)},
      {"elo_interval", JsonInterval(step.elo.plus_two.elo_interval)},
      {"nelo", JsonNumber(step.elo.nelo)},
      {"nelo_interval", JsonInterval(step.elo.nelo_interval)},
      {"game_points", JsonMean(step.game_points)},
      {"luck_share", JsonNumber(step.luck_share)},
      {"luck_share_interval", JsonInterval(step.luck_interval)},
      {"pairing_gain", JsonNumber(step.design_gain)},
      {"tables_to_95_mirrored", JsonNumber(step.tables_to_95_mirrored)},
      {"tables_to_95_independent", JsonNumber(step.tables_to_95_independent)}};
}

Json MatchJson(const MatchReport& matches) {
  Json json = {{"matches", matches.matches},
               {"median_deals", matches.median_deals},
               {"p95_deals", matches.deals_95},
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

Json RulesetJson(const FairnessReport& report, const RulesetReport& ruleset) {
  Json json = {{"ruleset", ruleset.ruleset},
               {"title", ruleset.title},
               {"mirrors", Json::array()},
               {"pairings", Json::array()},
               {"skill_range_elo", JsonNumber(ruleset.span_elo)},
               {"skill_range_levels", JsonNumber(ruleset.span_levels)}};
  for (const MirrorReport& mirror : ruleset.mirrors) {
    json["mirrors"].push_back({{"bot", report.bots[Index(mirror.bot)]},
                               {"tables", mirror.hands},
                               {"forfeits", mirror.forfeits},
                               {"figures", FiguresJson(mirror.figures)}});
  }
  if (ruleset.playouts) {
    json["playouts"] = {{"tables", ruleset.playouts->hands},
                        {"figures", FiguresJson(ruleset.playouts->figures)}};
  }
  for (const LadderReport& step : ruleset.ladder) {
    json["pairings"].push_back(LadderJson(report, step));
  }
  json["matches"] = MatchJson(ruleset.matches);
  return json;
}

std::string Field(std::optional<double> value) { return CsvField(value, 8); }

void AppendLines(const std::string& prefix,
                 const std::vector<FigureReport>& figures, std::string& text) {
  for (const FigureReport& figure : figures) {
    const stats::RatioEstimate& estimate = figure.estimate;
    absl::StrAppend(
        &text, prefix, ",", figure.figure.name, ",", Field(estimate.value), ",",
        Field(std::optional(estimate.interval.lo)), ",",
        Field(std::optional(estimate.interval.hi)), ",", estimate.count, ",",
        estimate.deals, ",",
        figure.verdict ? VerdictWord(figure.verdict->verdict) : "", "\n");
  }
}

void AppendLadder(const std::string& prefix, const LadderReport& step,
                  std::string& text) {
  const auto line = [&](const char* name, std::optional<double> value,
                        const stats::Interval& interval) {
    absl::StrAppend(&text, prefix, ",", name, ",", Field(value), ",",
                    Field(std::optional(interval.lo)), ",",
                    Field(std::optional(interval.hi)), ",", step.elo.pairs, ",",
                    step.elo.pairs, ",\n");
  };
  line("elo", step.elo.elo, step.elo.plus_two.elo_interval);
  line("nelo", step.elo.nelo, step.elo.nelo_interval);
  line("game_points", step.game_points.mean, step.game_points.interval);
  line("luck_share", step.luck_share, step.luck_interval);
  line("pairing_gain", step.design_gain, {});
  line("tables_to_95_mirrored", step.tables_to_95_mirrored, {});
  line("tables_to_95_independent", step.tables_to_95_independent, {});
}

}  // namespace

std::string FairnessJson(const FairnessReport& report) {
  Json json = {{"bots", report.bots},
               {"seed", report.options.seed},
               {"deals", report.options.deals},
               {"pairing_deals", report.options.ladder_deals},
               {"matches", report.options.matches},
               {"playouts", report.options.playouts},
               {"margin_game_points", report.options.margin_points},
               {"margin_elo", report.options.margin_elo},
               {"rulesets", Json::array()}};
  for (const RulesetReport& ruleset : report.rulesets) {
    json["rulesets"].push_back(RulesetJson(report, ruleset));
  }
  for (const ComparisonReport& comparison : report.comparisons) {
    Json figures = Json::object();
    for (const ComparedFigure& figure : comparison.figures) {
      figures[figure.first.figure.name] = {
          {"first", EstimateJson(figure.first.estimate)},
          {"second", EstimateJson(figure.second.estimate)},
          {"difference", EstimateJson(figure.difference)}};
    }
    json["comparisons"].push_back({{"first", report.rulesets[0].ruleset},
                                   {"second", report.rulesets[1].ruleset},
                                   {"bot", report.bots[Index(comparison.bot)]},
                                   {"figures", figures}});
  }
  return json.dump(2) + "\n";
}

std::string FairnessCsv(const FairnessReport& report) {
  std::string text =
      "ruleset,section,bot,figure,value,lo,hi,count,deals,verdict\n";
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
    for (const LadderReport& step : ruleset.ladder) {
      AppendLadder(
          absl::StrCat(CsvField(ruleset.ruleset), ",pairing,",
                       CsvField(report.bots[Index(step.stronger)] + "-" +
                                report.bots[Index(step.weaker)])),
          step, text);
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
