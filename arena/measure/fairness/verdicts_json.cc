#include "arena/measure/fairness/verdicts_json.h"

#include <optional>

#include "arena/measure/fairness/advantage_verdict.h"
#include "arena/measure/fairness/fairness_report.h"
#include "arena/measure/fairness/findings.h"
#include "arena/measure/fairness/ruleset_verdict.h"
#include "arena/numbers/format/json_numbers.h"
#include "arena/table/bot_index.h"

namespace couillon::arena {
namespace {

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

}  // namespace

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

Json FindingsJson(const FairnessReport& report) {
  Json json = Json::array();
  for (const FairnessFinding& finding : FindingsOf(report)) {
    json.push_back(FindingJson(finding));
  }
  return json;
}

}  // namespace couillon::arena
