#include "arena/report/head_to_head.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/format/json_numbers.h"
#include "arena/numbers/format/schema.h"
#include "arena/numbers/format/text_table.h"
#include "arena/numbers/stats/sample/sample_size.h"
#include "arena/numbers/stats/sequential/anytime.h"
#include "arena/numbers/stats/sequential/exact_llr.h"
#include "arena/report/rating_json.h"
#include "arena/report/rating_sheet.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

// The largest logistic bound; scores beyond it are nearly 0 or 1.
constexpr double kLargestElo = 400;

// Wald's boundaries, as the overshoot correction is defined for effect sizes
// and not for mean scores.
SequentialAnswer AskLogistic(const HeadToHeadInput& input,
                             const stats::SequentialPlan& plan) {
  SequentialAnswer answer;
  answer.bounds = stats::WaldBounds(plan.alpha, plan.beta);
  answer.llr_exact =
      stats::ExactScoreLlr(input.classes, stats::ScoreOfElo(plan.nelo0),
                           stats::ScoreOfElo(plan.nelo1));
  answer.llr = answer.llr_exact.value_or(0);
  if (answer.llr >= answer.bounds.upper) {
    answer.decision = stats::SequentialDecision::kAcceptH1;
  } else if (answer.llr <= answer.bounds.lower) {
    answer.decision = stats::SequentialDecision::kAcceptH0;
  } else if (plan.cap > 0 && input.score.pairs >= plan.cap) {
    answer.decision = stats::SequentialDecision::kUndecided;
  }
  return answer;
}

}  // namespace

bool ComparesPoints(const HeadToHeadInput& input,
                    const SequentialQuestion& question) {
  return input.scale == stats::ResultScale::kPoints &&
         question.scale == BoundScale::kNormalized;
}

SequentialAnswer AnswerQuestion(const HeadToHeadInput& input,
                                const SequentialQuestion& question) {
  stats::SequentialPlan plan = question.plan;
  plan.seatings_per_pair = input.seatings_per_pair;
  if (question.scale == BoundScale::kLogistic) {
    return AskLogistic(input, plan);
  }
  const bool points = ComparesPoints(input, question);
  const stats::SequentialLook look = stats::LookAt(
      plan, points ? input.game_points : input.score, input.scale);
  SequentialAnswer answer;
  answer.llr = look.llr;
  answer.bounds = look.bounds;
  answer.decision = look.decision;
  if (!input.classes.empty() && !points) {
    answer.llr_exact = stats::ExactEffectLlr(
        input.classes, stats::EffectOfNelo(plan.nelo0, plan.seatings_per_pair),
        stats::EffectOfNelo(plan.nelo1, plan.seatings_per_pair));
  }
  return answer;
}

namespace {

void AddStop(const SequentialQuestion& question, const SequentialAnswer& answer,
             HeadToHead& result) {
  if (answer.decision == stats::SequentialDecision::kContinue) return;
  const HeadToHeadInput& input = result.input;
  const bool points = ComparesPoints(input, question);
  stats::SequentialPlan plan = question.plan;
  plan.seatings_per_pair = input.seatings_per_pair;
  const bool logistic = question.scale == BoundScale::kLogistic;
  const StopEstimate stop = EstimateStop(
      logistic ? LogisticTest(plan, answer.bounds, input.score)
               : NormalizedTest(plan, answer.bounds),
      plan.cap, points ? input.game_points : input.score,
      points ? stats::ResultScale::kPoints : stats::ResultScale::kScore,
      input.level);
  result.stopped = stop.estimate;
  result.stop_problem = stop.problem;
}

std::int64_t Decisive(const HeadToHeadInput& input) {
  if (input.classes.empty()) return stats::DecisivePairsAtLeast(input.score);
  std::int64_t decisive = 0;
  const std::size_t classes = input.classes.size();
  for (std::size_t i = 0; i < classes; ++i) {
    if (2 * i != classes - 1) decisive += input.classes[i];
  }
  return decisive;
}

// The number of pairs at which the anytime interval is tightest: that of a test
// is its expected length where it is longest, or its cap if that is less.
std::int64_t DeclaredLength(const HeadToHeadInput& input) {
  if (input.declared_pairs) return *input.declared_pairs;
  if (input.question && input.question->scale == BoundScale::kNormalized) {
    stats::SequentialPlan plan = input.question->plan;
    plan.seatings_per_pair = input.seatings_per_pair;
    const std::int64_t expected = stats::LongestExpected(plan);
    return plan.cap > 0 ? std::min(plan.cap, expected) : expected;
  }
  return kDeclaredPairs;
}

const char* KindName(IntervalKind kind) {
  switch (kind) {
    case IntervalKind::kArena:
      return "arena";
    case IntervalKind::kFishtest:
      return "fishtest";
    case IntervalKind::kPlusTwo:
      break;
  }
  return "plus2";
}

// The plus-two interval has no nElo; the arena's is used.
const stats::EloEstimate& NeloOf(const HeadToHead& result) {
  return result.input.interval == IntervalKind::kFishtest ? result.fishtest
                                                          : result.arena;
}

Json ConventionJson(const stats::EloEstimate& elo) {
  return {{"elo_lo", JsonNumber(elo.elo_interval.lo)},
          {"elo_hi", JsonNumber(elo.elo_interval.hi)},
          {"elo_standard_error", JsonNumber(elo.elo_standard_error)},
          {"nelo", JsonNumber(elo.nelo)},
          {"nelo_lo", JsonNumber(elo.nelo_interval.lo)},
          {"nelo_hi", JsonNumber(elo.nelo_interval.hi)},
          {"los", JsonNumber(elo.superiority)}};
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
      {"upper", JsonNumber(result.test->bounds.upper)}};
}

// An effect per pair as nElo, and a lead in score as Elo.
double Nelo(const HeadToHead& result, double effect) {
  return stats::NeloOfEffect(effect, result.input.seatings_per_pair);
}

Json StoppedJson(const HeadToHead& result) {
  if (!result.stopped || !result.input.question) return nullptr;
  const stats::StoppedEstimate& at = *result.stopped;
  const stats::Interval& effect = at.effect_interval;
  const stats::Interval& lead = at.lead_interval;
  Json json = {{"nelo", JsonNumber(Nelo(result, at.effect))},
               {"nelo_lo", JsonNumber(Nelo(result, effect.lo))},
               {"nelo_hi", JsonNumber(Nelo(result, effect.hi))}};
  if (ComparesPoints(result.input, *result.input.question)) {
    json.update({{"points", JsonNumber(at.lead)},
                 {"points_lo", JsonNumber(lead.lo)},
                 {"points_hi", JsonNumber(lead.hi)}});
    return json;
  }
  json.update({{"elo", JsonNumber(stats::EloOfScoreAboveHalf(at.lead))},
               {"elo_lo", JsonNumber(stats::EloOfScoreAboveHalf(lead.lo))},
               {"elo_hi", JsonNumber(stats::EloOfScoreAboveHalf(lead.hi))}});
  return json;
}

// Why a test that has stopped has no estimate.
Json StopProblemJson(const HeadToHead& result) {
  return result.stop_problem ? Json(StopProblemName(*result.stop_problem))
                             : Json(nullptr);
}

Json HistoryJson(const std::vector<LlrLook>& history) {
  Json json = Json::array();
  for (const LlrLook& look : history) {
    json.push_back({{"pairs", look.pairs},
                    {"llr", JsonNumber(look.answer.llr)},
                    {"lower", JsonNumber(look.answer.bounds.lower)},
                    {"upper", JsonNumber(look.answer.bounds.upper)}});
  }
  return json;
}

std::string HistoryText(const std::vector<LlrLook>& history) {
  Rows rows = {{"pairs", "LLR", "lower", "upper"}};
  for (const LlrLook& look : history) {
    rows.push_back({absl::StrCat(look.pairs), Signed(look.answer.llr, 3),
                    Signed(look.answer.bounds.lower, 3),
                    Signed(look.answer.bounds.upper, 3)});
  }
  std::string text = Columns(rows);
  if (history.empty()) return text;
  const LlrLook& last = history.back();
  absl::StrAppendFormat(&text, "after %d pairs: %s\n", last.pairs,
                        DecisionName(last.answer.decision));
  return text;
}

std::string Bracket(const stats::Interval& interval, int digits) {
  return absl::StrCat("[", Signed(interval.lo, digits), ", ",
                      Signed(interval.hi, digits), "]");
}

}  // namespace

std::optional<std::string> QuestionProblem(const SequentialQuestion& question) {
  if (question.scale == BoundScale::kNormalized) {
    return stats::SequentialProblem(question.plan);
  }
  // Logistic bounds have their own range; all other checks are the same.
  stats::SequentialPlan plan = question.plan;
  if (!(std::abs(plan.nelo0) <= kLargestElo &&
        std::abs(plan.nelo1) <= kLargestElo)) {
    return "elo0 and elo1 must lie between -400 and 400";
  }
  if (!(plan.nelo0 < plan.nelo1)) return "elo0 must be less than elo1";
  plan.nelo0 = 0;
  plan.nelo1 = 1;
  plan.batch = std::min<std::int64_t>(plan.batch, 1);
  return stats::SequentialProblem(plan);
}

HeadToHead CompareHeadToHead(const HeadToHeadInput& input) {
  HeadToHead result;
  result.input = input;
  stats::EloOptions options{.level = input.level,
                            .seatings_per_pair = input.seatings_per_pair};
  result.arena = stats::EstimateElo(input.score, options);
  options.convention = stats::EloConvention::kFishtest;
  result.fishtest = stats::EstimateElo(input.score, options);
  switch (input.interval) {
    case IntervalKind::kPlusTwo:
      result.elo_interval = result.arena.plus_two.elo_interval;
      result.los = result.arena.plus_two.superiority;
      break;
    case IntervalKind::kArena:
      result.elo_interval = result.arena.elo_interval;
      result.los = result.arena.superiority;
      break;
    case IntervalKind::kFishtest:
      result.elo_interval = result.fishtest.elo_interval;
      result.los = result.fishtest.superiority;
      break;
  }
  result.anytime_interval = stats::AnytimeEloInterval(
      input.score, 1 - input.level, DeclaredLength(input));
  std::optional<double> nelo = result.arena.nelo;
  if (input.scale == stats::ResultScale::kPoints) {
    result.points = stats::EstimatePoints(
        input.game_points, {.level = input.level,
                            .seatings_per_pair = input.seatings_per_pair,
                            .virtual_lead = input.virtual_lead});
    nelo = result.points->nelo;
  }
  if (nelo) {
    result.pairs_to_95 =
        stats::UnitsTo95(stats::EffectOfNelo(*nelo, input.seatings_per_pair));
  }
  result.few_decisive_pairs = Decisive(input) < stats::kFewDecisivePairs;
  if (input.question) {
    const SequentialAnswer answer = AnswerQuestion(input, *input.question);
    result.test = answer;
    AddStop(*input.question, answer, result);
  }
  return result;
}

const char* DecisionName(stats::SequentialDecision decision) {
  switch (decision) {
    case stats::SequentialDecision::kAcceptH0:
      return "H0";
    case stats::SequentialDecision::kAcceptH1:
      return "H1";
    case stats::SequentialDecision::kUndecided:
      return "undecided";
    case stats::SequentialDecision::kContinue:
      break;
  }
  return "continue";
}

Json SequentialJson(const HeadToHead& result) {
  COUILLON_CHECK(result.test.has_value());
  Json json = QuestionJson(result);
  json["pairs"] = result.input.score.pairs;
  json["llr"] = JsonNumber(result.test->llr);
  json["llr_exact"] = JsonNumber(result.test->llr_exact);
  json["decision"] = DecisionName(result.test->decision);
  json["after_stop"] = StoppedJson(result);
  json["after_stop_problem"] = StopProblemJson(result);
  json["anytime_elo_lo"] = JsonNumber(result.anytime_interval.lo);
  json["anytime_elo_hi"] = JsonNumber(result.anytime_interval.hi);
  return json;
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
    const stats::PointsEstimate& points = *result.points;
    json["points"] = {{"mean", JsonNumber(points.mean)},
                      {"lo", JsonNumber(points.interval.lo)},
                      {"hi", JsonNumber(points.interval.hi)},
                      {"nelo", JsonNumber(points.nelo)},
                      {"nelo_lo", JsonNumber(points.nelo_interval.lo)},
                      {"nelo_hi", JsonNumber(points.nelo_interval.hi)},
                      {"los", JsonNumber(points.superiority)}};
  }
  json["score"] = JsonNumber(result.arena.score);
  json["elo"] = JsonNumber(result.arena.elo);
  json["elo_lo"] = JsonNumber(result.elo_interval.lo);
  json["elo_hi"] = JsonNumber(result.elo_interval.hi);
  json["nelo"] = JsonNumber(nelo.nelo);
  json["nelo_lo"] = JsonNumber(nelo.nelo_interval.lo);
  json["nelo_hi"] = JsonNumber(nelo.nelo_interval.hi);
  json["los"] = JsonNumber(result.los);
  json["llr"] = result.test ? JsonNumber(result.test->llr) : Json(nullptr);
  json["llr_exact"] =
      result.test ? JsonNumber(result.test->llr_exact) : Json(nullptr);
  json["decision"] =
      result.test ? Json(DecisionName(result.test->decision)) : Json(nullptr);
  if (result.test) json["sprt"] = QuestionJson(result);
  if (result.test) json["after_stop"] = StoppedJson(result);
  if (result.test) json["after_stop_problem"] = StopProblemJson(result);
  if (result.history) json["history"] = HistoryJson(*result.history);
  json["anytime_elo_lo"] = JsonNumber(result.anytime_interval.lo);
  json["anytime_elo_hi"] = JsonNumber(result.anytime_interval.hi);
  json["declared_pairs"] = DeclaredLength(input);
  json["pairs_to_95"] = JsonNumber(result.pairs_to_95);
  json["few_decisive_pairs"] = result.few_decisive_pairs;
  const stats::PlusTwoEstimate& plus_two = result.arena.plus_two;
  json["conventions"] = {{"plus2",
                          {{"elo", JsonNumber(plus_two.elo)},
                           {"elo_lo", JsonNumber(plus_two.elo_interval.lo)},
                           {"elo_hi", JsonNumber(plus_two.elo_interval.hi)},
                           {"los", JsonNumber(plus_two.superiority)}}},
                         {"arena", ConventionJson(result.arena)},
                         {"fishtest", ConventionJson(result.fishtest)}};
  return json.dump(2) + "\n";
}

namespace {

// The line of the estimate after a stop; empty before it.
std::string StoppedText(const HeadToHead& result) {
  if (!result.test || !result.input.question ||
      result.test->decision == stats::SequentialDecision::kContinue) {
    return "";
  }
  if (result.stop_problem) {
    return absl::StrCat(
        "stopped no estimate: ",
        StopProblemText(*result.stop_problem, result.input.question->plan.cap),
        "\n");
  }
  if (!result.stopped) return "";
  const stats::StoppedEstimate& at = *result.stopped;
  const stats::Interval& effect = at.effect_interval;
  const stats::Interval elo = {
      .lo = stats::EloOfScoreAboveHalf(at.lead_interval.lo),
      .hi = stats::EloOfScoreAboveHalf(at.lead_interval.hi)};
  const std::string lead =
      ComparesPoints(result.input, *result.input.question)
          ? absl::StrCat("points/deal ", Signed(at.lead, 3), " ",
                         Bracket(at.lead_interval, 3))
          : absl::StrCat("Elo ", Signed(stats::EloOfScoreAboveHalf(at.lead), 1),
                         " ", Bracket(elo, 1));
  return absl::StrCat(
      "stopped nElo ", Signed(Nelo(result, at.effect), 1), " ",
      Bracket({.lo = Nelo(result, effect.lo), .hi = Nelo(result, effect.hi)},
              1),
      ", ", lead, ", corrected for the stop\n");
}

}  // namespace

std::string SequentialText(const HeadToHead& result) {
  COUILLON_CHECK(result.input.question.has_value());
  COUILLON_CHECK(result.test.has_value());
  const SequentialQuestion& question = *result.input.question;
  return absl::StrFormat(
             "LLR     %s in [%.3f, %.3f] for %s [%g, %g]; exact %s\ndecision "
             "%s\n",
             Signed(result.test->llr, 3), result.test->bounds.lower,
             result.test->bounds.upper,
             question.scale == BoundScale::kLogistic  ? "Elo"
             : ComparesPoints(result.input, question) ? "nElo of game points"
                                                      : "nElo",
             question.plan.nelo0, question.plan.nelo1,
             Signed(result.test->llr_exact, 3),
             DecisionName(result.test->decision)) +
         StoppedText(result);
}

namespace {

// An LOS with two decimals, which never claims certainty.
std::string LosText(double superiority) {
  if (superiority > 0.9999) return ">99.99%";
  if (superiority < 0.0001) return "<0.01%";
  return absl::StrFormat("%.2f%%", 100 * superiority);
}

// What ratings compare by default; the rest is of scores.
std::string PointsText(const stats::PointsEstimate& points,
                       const std::string& level) {
  return absl::StrCat(
      "points  ", Signed(points.mean, 3), " ", Bracket(points.interval, 3), " ",
      level, " per deal, LOS ", FormatLos(points.superiority), ", nElo ",
      Signed(points.nelo, 2), " ", Bracket(points.nelo_interval, 2), "\n");
}

}  // namespace

std::string HeadToHeadText(const HeadToHead& result) {
  const HeadToHeadInput& input = result.input;
  const char* unit = input.seatings_per_pair == 1 ? "games" : "pairs";
  std::string text = absl::StrFormat("%d %s", input.score.pairs, unit);
  if (!input.classes.empty()) {
    absl::StrAppend(&text, " (", absl::StrJoin(input.classes, " "),
                    ", from all lost to all won)");
  }
  absl::StrAppendFormat(
      &text, "\nscore   %s\n",
      result.arena.score ? absl::StrFormat("%.5f", *result.arena.score) : "-");
  const std::string level = absl::StrFormat("%g%%", 100 * input.level);
  if (result.points) text += PointsText(*result.points, level);
  absl::StrAppend(&text, "Elo     ",
                  Bracketed(result.arena.elo, result.elo_interval, 2), " ",
                  level, ", ", KindName(input.interval), "\n");
  const stats::EloEstimate& nelo = NeloOf(result);
  absl::StrAppend(&text, "nElo    ",
                  Bracketed(nelo.nelo, nelo.nelo_interval, 2), "\n");
  if (result.los && !result.points) {
    absl::StrAppend(&text, "LOS     ", LosText(*result.los), "\n");
  }
  absl::StrAppend(
      &text, "anytime ", Bracket(result.anytime_interval, 2),
      absl::StrFormat(" Elo, valid at any time, tightest at %d %s\n",
                      DeclaredLength(input), unit));
  if (result.pairs_to_95) {
    absl::StrAppendFormat(
        &text, "%.0f %s expected until the lead is significant at 95%%\n",
        std::ceil(*result.pairs_to_95), unit);
  }
  if (result.test) absl::StrAppend(&text, SequentialText(result));
  if (result.few_decisive_pairs) {
    absl::StrAppend(&text, "few decisive ", unit,
                    ": only the plus2 interval is reliable\n");
  }
  if (result.history) text += "\n" + HistoryText(*result.history);
  return text;
}

}  // namespace couillon::arena
