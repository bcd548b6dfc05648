// Estimates with their intervals, under every convention.
#include "arena/report/json/head_to_head_json.h"

#include <cmath>

#include "arena/numbers/format/json_numbers.h"
#include "arena/numbers/format/schema.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/pairs/elo.h"
#include "arena/numbers/stats/pairs/points.h"
#include "arena/numbers/stats/sequential/stopped_estimate.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

Json ConventionJson(const stats::EloEstimate& elo) {
  Json json = {{"elo_lo", JsonNumber(elo.elo_interval.lo)},
               {"elo_hi", JsonNumber(elo.elo_interval.hi)},
               {"elo_standard_error", JsonNumber(elo.elo_standard_error)}};
  AddBounds("nelo", elo.nelo, elo.nelo_interval, json);
  json["los"] = JsonNumber(elo.superiority);
  return json;
}

Json PlusTwoJson(const stats::PlusTwoEstimate& plus_two) {
  Json json;
  AddBounds("elo", plus_two.elo, plus_two.elo_interval, json);
  json["los"] = JsonNumber(plus_two.superiority);
  return json;
}

Json PointsJson(const stats::PointsEstimate& points) {
  Json json = {{"mean", JsonNumber(points.mean)},
               {"lo", JsonNumber(points.interval.lo)},
               {"hi", JsonNumber(points.interval.hi)}};
  AddBounds("nelo", points.nelo, points.nelo_interval, json);
  json["los"] = JsonNumber(points.superiority);
  return json;
}

Json QuestionJson(const HeadToHead& result) {
  COUILLON_CHECK(result.input.question.has_value());
  COUILLON_CHECK(result.test.has_value());
  const SequentialQuestion& question = *result.input.question;
  return {
      {"elo0", question.plan.nelo0},
      {"elo1", question.plan.nelo1},
      {"alpha", question.plan.alpha},
      {"beta", question.plan.beta},
      {"model",
       question.scale == BoundScale::kLogistic ? "logistic" : "normalized"},
      {"scale", ComparesPoints(result.input, question) ? "points" : "score"},
      {"batch", question.plan.batch},
      {"cap", question.plan.cap},
      {"lower", JsonNumber(result.test->bounds.lower)},
      {"upper", JsonNumber(result.test->bounds.upper)},
      {"all_even", result.test->all_even}};
}

Json StoppedJson(const HeadToHead& result) {
  if (!result.stopped || !result.input.question) return nullptr;
  const stats::StoppedEstimate& at = *result.stopped;
  const stats::Interval& effect = at.effect_interval;
  const stats::Interval& lead = at.lead_interval;
  Json json;
  AddBounds("nelo", Nelo(result, at.effect),
            {.lo = Nelo(result, effect.lo), .hi = Nelo(result, effect.hi)},
            json);
  if (ComparesPoints(result.input, *result.input.question)) {
    AddBounds("points", at.lead, lead, json);
    return json;
  }
  AddBounds("elo", stats::EloOfScoreAboveHalf(at.lead),
            {.lo = stats::EloOfScoreAboveHalf(lead.lo),
             .hi = stats::EloOfScoreAboveHalf(lead.hi)},
            json);
  return json;
}

// Why a test that has stopped has no estimate.
Json StopProblemJson(const HeadToHead& result) {
  return result.stop_problem ? Json(StopProblemName(*result.stop_problem))
                             : Json(nullptr);
}

}  // namespace

Json LooksJson(const std::vector<LlrLook>& history) {
  Json json = Json::array();
  for (const LlrLook& look : history) {
    json.push_back({{"pairs", look.pairs},
                    {"llr", JsonNumber(look.answer.llr)},
                    {"lower", JsonNumber(look.answer.bounds.lower)},
                    {"upper", JsonNumber(look.answer.bounds.upper)}});
  }
  return json;
}

Json SequentialJson(const HeadToHead& result) {
  COUILLON_CHECK(result.test.has_value());
  Json json = QuestionJson(result);
  json["pairs"] = result.input.score.pairs;
  json["llr"] = JsonNumber(result.test->llr);
  json["llr_exact"] = JsonNumber(result.test->llr_exact);
  json["decision"] = DecisionOf(result);
  json["after_stop"] = StoppedJson(result);
  json["after_stop_problem"] = StopProblemJson(result);
  json["anytime_elo_lo"] = JsonNumber(result.anytime_interval.lo);
  json["anytime_elo_hi"] = JsonNumber(result.anytime_interval.hi);
  return json;
}

std::string JointFitJson(const JointFit& fit, const std::string& first,
                         const std::string& second) {
  Json json = NewDocument(kHeadToHeadSchema);
  json["pairs"] = 0;
  json["level"] = fit.level;
  Json joint = {{"first", first}, {"second", second}};
  AddBounds(fit.scale == stats::ResultScale::kPoints ? "points" : "elo",
            fit.difference.value, fit.difference.interval, joint);
  joint["los"] = JsonNumber(fit.difference.superiority);
  json["joint_fit"] = std::move(joint);
  return json.dump(2) + "\n";
}

std::string HeadToHeadJson(const HeadToHead& result) {
  const HeadToHeadInput& input = result.input;
  const stats::EloEstimate& nelo = NeloOf(result);
  Json json = NewDocument(kHeadToHeadSchema);
  if (!input.classes.empty()) json["classes"] = input.classes;
  json["pairs"] = input.score.pairs;
  json["seatings_per_pair"] = input.seatings_per_pair;
  json["level"] = input.level;
  json["interval"] = KindName(input.interval);
  if (result.points) {
    json["points"] = PointsJson(*result.points);
  }
  json["score"] = JsonNumber(result.arena.score);
  AddBounds("elo", result.arena.elo, result.elo_interval, json);
  AddBounds("nelo", nelo.nelo, nelo.nelo_interval, json);
  json["los"] = JsonNumber(result.los);
  json["llr"] = result.test ? JsonNumber(result.test->llr) : Json(nullptr);
  json["llr_exact"] =
      result.test ? JsonNumber(result.test->llr_exact) : Json(nullptr);
  json["decision"] =
      result.test ? Json(DecisionName(result.test->decision)) : Json(nullptr);
  if (result.test) json["sprt"] = QuestionJson(result);
  if (result.test) json["after_stop"] = StoppedJson(result);
  if (result.test) json["after_stop_problem"] = StopProblemJson(result);
  if (result.history) json["history"] = LooksJson(*result.history);
  json["anytime_elo_lo"] = JsonNumber(result.anytime_interval.lo);
  json["anytime_elo_hi"] = JsonNumber(result.anytime_interval.hi);
  json["declared_pairs"] = DeclaredLength(input);
  json["pairs_to_95"] = JsonNumber(result.pairs_to_95);
  json["few_decisive_pairs"] = result.few_decisive_pairs;
  json["conventions"] = {{"plus2", PlusTwoJson(result.arena.plus_two)},
                         {"arena", ConventionJson(result.arena)},
                         {"fishtest", ConventionJson(result.fishtest)}};
  return json.dump(2) + "\n";
}

}  // namespace couillon::arena
