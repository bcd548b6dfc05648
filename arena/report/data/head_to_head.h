// One bot against another, from the counts of results alone: Elo under three
// conventions, the sequential test, and the number of pairs that a verdict
// needs. The output of `couillon rate` and `couillon sprt`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/pairs/elo.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/points.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/numbers/stats/sequential/sprt.h"
#include "arena/numbers/stats/sequential/stopped_estimate.h"

namespace couillon::arena {

// The reason why there is no estimate after the stop of a sequential test.
enum class StopProblem : std::uint8_t {
  kBeyondCap,     // the results hold pairs from after the cap
  kEqualResults,  // and so have no deviation
  kFewDecisive,   // fewer than stats::kMinDecisiveMidway
  kLogistic,      // no estimate is known to hold for logistic bounds
  kWentOn,        // the results hold pairs from after the stop
};

// Exactly one is set.
struct StopEstimate {
  std::optional<stats::StoppedEstimate> estimate;
  std::optional<StopProblem> problem;
};

// Returns the estimate after a test of normalised bounds, from the results that
// it compares. Requires: SequentialProblem(plan) is null; the test has stopped;
// 0 < level < 1.
[[nodiscard]] StopEstimate EstimateStop(const stats::SequentialPlan& plan,
                                        const stats::PairSums& compared,
                                        stats::ResultScale scale, double level);

// Returns the code of the reason in JSON, and a sentence without full stop.
[[nodiscard]] const char* StopProblemName(StopProblem problem);
[[nodiscard]] std::string StopProblemText(StopProblem problem,
                                          std::int64_t cap);

// The interval that elo_lo and elo_hi show.
enum class IntervalKind { kPlusTwo, kArena, kFishtest };

// The scale of the bounds of a sequential test.
enum class BoundScale {
  kNormalized,  // nElo: the effect size per pair
  kLogistic,    // Elo: the mean score
};

// Where nothing is declared.
inline constexpr std::int64_t kDeclaredPairs = 1000;

struct SequentialQuestion {
  stats::SequentialPlan plan;  // with kLogistic, its bounds are Elo
  BoundScale scale = BoundScale::kNormalized;
};

// Returns the reason why the question is invalid, for the caller's error
// message; null when it is valid.
std::optional<std::string> QuestionProblem(const SequentialQuestion& question);

struct HeadToHeadInput {
  // Pairs by result class, from all lost to all won: three classes of single
  // games (L, D, W), five of mirrored pairs. Empty when only sums are known.
  std::vector<std::int64_t> classes;
  stats::PairSums score;
  // What LOS, forecast and the sequential test compare; with kPoints,
  // `game_points`. Logistic bounds are of scores always.
  stats::ResultScale scale = stats::ResultScale::kScore;
  stats::PairSums game_points;
  double virtual_lead = 1;  // see PointsOptions
  double seatings_per_pair = 2;
  double level = 0.95;
  IntervalKind interval = IntervalKind::kPlusTwo;
  // The number of pairs at which the anytime interval is tightest, declared
  // before the first pair; without it, that of the question, or
  // kDeclaredPairs.
  std::optional<std::int64_t> declared_pairs;
  std::optional<SequentialQuestion> question;
};

// The state of a sequential test.
struct SequentialAnswer {
  double llr = 0;  // decides; closed form, or the exact one for kLogistic
  std::optional<double> llr_exact;  // multinomial, for audit; needs classes
  stats::SequentialBounds bounds;
  stats::SequentialDecision decision = stats::SequentialDecision::kContinue;
  // Every pair was even when the test ended.
  bool all_even = false;
};

// One look of a sequential test.
struct LlrLook {
  std::int64_t pairs = 0;
  SequentialAnswer answer;
};

struct HeadToHead {
  HeadToHeadInput input;
  stats::EloEstimate arena;
  stats::EloEstimate fishtest;
  stats::Interval elo_interval;                 // of the kind asked for
  std::optional<double> los;                    // likewise
  std::optional<stats::PointsEstimate> points;  // on that scale only
  stats::Interval
      anytime_interval;  // Elo, anytime-valid: for any number of looks
  // Pairs after which a lead of this size is significant in half of all runs,
  // one-sided at 95%: see UnitsTo95.
  std::optional<double> pairs_to_95;
  bool few_decisive_pairs = true;
  std::optional<SequentialAnswer> test;
  // Of a test that has stopped, with intervals of the level of the input. Null
  // while it goes on, and with a problem.
  std::optional<stats::StoppedEstimate> stopped;
  std::optional<StopProblem> stop_problem;
  // Whether forfeits alone decide the results of a league, so that the test
  // says nothing of the strength of its bots.
  bool forfeits_alone = false;
  // The looks up to the first decision (LlrHistory), if asked for.
  std::optional<std::vector<LlrLook>> history;
};

// Returns true if the test compares game points.
bool ComparesPoints(const HeadToHeadInput& input,
                    const SequentialQuestion& question);

// Returns the state of a sequential test at these results alone. Requires: no
// problem with the question; `input.score` matches `input.classes`.
SequentialAnswer AnswerQuestion(const HeadToHeadInput& input,
                                const SequentialQuestion& question);

// Returns all estimates, without a history. Requires: 0 < level < 1; no problem
// with the question; `score` matches `classes`.
HeadToHead CompareHeadToHead(const HeadToHeadInput& input);

// Returns the largest probability that all pairs of `result` are even if the
// bound `elo` of its test, in the scale of the test, or an effect beyond it is
// true; 1 for a bound of 0. Requires: `result` has a question.
double AllEvenProbability(const HeadToHead& result, double elo);

// Returns "H0", "H1", "undecided" or "continue".
const char* DecisionName(stats::SequentialDecision decision);

// Returns the same of a result, or "forfeits" if forfeits alone decide it.
const char* DecisionOf(const HeadToHead& result);

// Returns "plus2", "arena" or "fishtest".
const char* KindName(IntervalKind kind);

// Returns the estimate whose nElo is shown: the plus-two interval has none, so
// the arena's is used.
const stats::EloEstimate& NeloOf(const HeadToHead& result);

// Converts an effect per pair to nElo.
double Nelo(const HeadToHead& result, double effect);

// Returns the number of pairs at which the anytime interval is tightest: the
// expected length of a test where it is longest, or its cap if that is less.
std::int64_t DeclaredLength(const HeadToHeadInput& input);

}  // namespace couillon::arena
