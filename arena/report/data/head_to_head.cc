// Estimates from the sums of pairs, the answer of the sequential test, and what
// can be estimated once it has stopped.
#include "arena/report/data/head_to_head.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "absl/strings/str_format.h"
#include "arena/numbers/stats/sample/sample_size.h"
#include "arena/numbers/stats/sequential/anytime.h"
#include "arena/numbers/stats/sequential/exact_llr.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

// The largest logistic bound; scores beyond it are nearly 0 or 1.
constexpr double kLargestElo = 400;

std::int64_t Decisive(const HeadToHeadInput& input) {
  if (input.classes.empty()) return stats::DecisivePairsAtLeast(input.score);
  std::int64_t decisive = 0;
  const std::size_t classes = input.classes.size();
  for (std::size_t i = 0; i < classes; ++i) {
    if (2 * i != classes - 1) decisive += input.classes[i];
  }
  return decisive;
}

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
  answer.all_even = answer.decision != stats::SequentialDecision::kContinue &&
                    input.score.pairs > 0 && Decisive(input) == 0;
  return answer;
}

void AddStop(const SequentialQuestion& question, const SequentialAnswer& answer,
             HeadToHead& result) {
  if (answer.decision == stats::SequentialDecision::kContinue) return;
  const HeadToHeadInput& input = result.input;
  const bool points = ComparesPoints(input, question);
  stats::SequentialPlan plan = question.plan;
  plan.seatings_per_pair = input.seatings_per_pair;
  if (question.scale == BoundScale::kLogistic) {
    result.stop_problem = StopProblem::kLogistic;
    return;
  }
  const StopEstimate stop = EstimateStop(
      plan, points ? input.game_points : input.score,
      points ? stats::ResultScale::kPoints : stats::ResultScale::kScore,
      input.level);
  result.stopped = stop.estimate;
  result.stop_problem = stop.problem;
}

// Equal results say nothing of the spread, so these intervals would be points.
stats::EloEstimate EstimateSpread(const stats::PairSums& score,
                                  const stats::EloOptions& options) {
  stats::EloEstimate estimate = stats::EstimateElo(score, options);
  if (estimate.variance == 0.0) {
    estimate.score_interval = {};
    estimate.elo_interval = {};
  }
  return estimate;
}

}  // namespace

StopEstimate EstimateStop(const stats::SequentialPlan& plan,
                          const stats::PairSums& compared,
                          stats::ResultScale scale, double level) {
  const auto none = [](StopProblem problem) {
    return StopEstimate{.estimate = std::nullopt, .problem = problem};
  };
  if (plan.cap > 0 && compared.pairs > plan.cap) {
    return none(StopProblem::kBeyondCap);
  }
  if (stats::PopulationVariance(compared).value_or(0) == 0) {
    return none(StopProblem::kEqualResults);
  }
  const stats::StoppedTest test = {
      .t0 = stats::EffectOfNelo(plan.nelo0, plan.seatings_per_pair),
      .t1 = stats::EffectOfNelo(plan.nelo1, plan.seatings_per_pair),
      .bounds = stats::ComputeBounds(plan),
      .batch = plan.batch};
  const std::optional<stats::StoppedEstimate> estimate =
      stats::EstimateAfterStop(test, compared, scale, level);
  if (!estimate) return none(StopProblem::kWentOn);
  if (stats::DecisivePairsMidway(plan, compared, scale) <
      stats::kMinDecisiveMidway) {
    return none(StopProblem::kFewDecisive);
  }
  return {.estimate = estimate, .problem = std::nullopt};
}

const char* StopProblemName(StopProblem problem) {
  switch (problem) {
    case StopProblem::kBeyondCap:
      return "beyond_cap";
    case StopProblem::kEqualResults:
      return "equal_results";
    case StopProblem::kFewDecisive:
      return "few_decisive_pairs";
    case StopProblem::kLogistic:
      return "logistic";
    case StopProblem::kWentOn:
      break;
  }
  return "went_on";
}

std::string StopProblemText(StopProblem problem, std::int64_t cap) {
  switch (problem) {
    case StopProblem::kBeyondCap:
      return absl::StrFormat("the results go on after the cap of %d", cap);
    case StopProblem::kEqualResults:
      return "all results are equal; quote the anytime interval";
    case StopProblem::kFewDecisive:
      return "too few decisive pairs between bounds so far apart; quote the "
             "anytime interval";
    case StopProblem::kLogistic:
      return "none is known to hold with model=logistic; quote the anytime "
             "interval";
    case StopProblem::kWentOn:
      break;
  }
  return "the results go on after the stop";
}

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
  answer.all_even = look.all_even;
  if (!input.classes.empty() && !points) {
    answer.llr_exact = stats::ExactEffectLlr(
        input.classes, stats::EffectOfNelo(plan.nelo0, plan.seatings_per_pair),
        stats::EffectOfNelo(plan.nelo1, plan.seatings_per_pair));
  }
  return answer;
}

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

const char* DecisionOf(const HeadToHead& result) {
  if (result.forfeits_alone) return "forfeits";
  return DecisionName(result.test->decision);
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

const stats::EloEstimate& NeloOf(const HeadToHead& result) {
  return result.input.interval == IntervalKind::kFishtest ? result.fishtest
                                                          : result.arena;
}

double Nelo(const HeadToHead& result, double effect) {
  return stats::NeloOfEffect(effect, result.input.seatings_per_pair);
}

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
  result.arena = EstimateSpread(input.score, options);
  options.convention = stats::EloConvention::kFishtest;
  result.fishtest = EstimateSpread(input.score, options);
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
  stats::Interval nelo_interval = result.arena.nelo_interval;
  if (input.scale == stats::ResultScale::kPoints) {
    result.points = stats::EstimatePoints(
        input.game_points, {.level = input.level,
                            .seatings_per_pair = input.seatings_per_pair,
                            .virtual_lead = input.virtual_lead});
    nelo = result.points->nelo;
    nelo_interval = result.points->nelo_interval;
  }
  if (nelo && std::isfinite(nelo_interval.lo)) {
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

double AllEvenProbability(const HeadToHead& result, double elo) {
  COUILLON_CHECK(result.input.question.has_value());
  const std::int64_t pairs = result.input.score.pairs;
  if (result.input.question->scale == BoundScale::kNormalized) {
    return stats::AllEvenProbability(
        stats::EffectOfNelo(elo, result.input.seatings_per_pair), pairs);
  }
  // A mean score this far from 1/2 needs as many pairs won, or lost.
  const double decisive = 2 * std::abs(stats::ScoreOfElo(elo) - 0.5);
  return std::exp(static_cast<double>(pairs) * std::log1p(-decisive));
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

}  // namespace couillon::arena
