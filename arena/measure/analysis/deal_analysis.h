// The decisions of a deal, each with what it costs: with all cards seen, and on
// average over deals that look the same to the decider.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/cards/action.h"
#include "engine/cards/seat.h"
#include "engine/play/deal_notation.h"
#include "engine/play/deal_result.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/deal_limits.h"
#include "engine/solve/payoff.h"
#include "engine/solve/solver.h"

namespace couillon::arena {

// The kind of a decision. A discard is any card of a seat that cannot follow
// the lead, trumps included.
enum class DecisionKind : std::uint8_t {
  kTrumps,
  kAnnouncement,
  kLead,
  kFollow,
  kDiscard
};
inline constexpr int kDecisionKinds = 5;

// "trumps", "announcements", "leads", "following", "discards".
std::string KindName(DecisionKind kind);

// Requires: !position.done().
DecisionKind KindOf(const Position& position);

// Returns up to `count` positions that look exactly as `seen` does to its
// decider; the same ones for the same `seed`.
using PositionSampler = std::function<std::vector<Position>(
    const CompiledRules& rules, const Observation& seen, int count,
    std::uint64_t seed)>;

struct AnalysisOptions {
  PositionSampler sampler;  // empty: none
  int samples = 0;          // per decision
  // Decisions with more tricks left are not solved (see IsAnalysed).
  int most_tricks = kMaxTricks;
};

// The cost of an action on average over sampled deals, each solved with all
// cards seen.
struct SampledCost {
  int samples = 0;
  Action best;                // with the best mean; the one taken if it has
  double cost = 0;            // game points below that mean; >= 0
  double standard_error = 0;  // of the cost, from sample to sample
};

// A decision that was taken.
struct AnalysedDecision {
  int ply = 0;  // decisions before it in the deal
  Seat seat = 0;
  Seat decider = 0;
  Side side = 0;  // of the decider
  DecisionKind kind = DecisionKind::kTrumps;
  Action action;
  int choices = 1;  // legal actions
  // True if `before` and what follows is known; decisions without a choice are
  // not solved.
  bool solved = false;
  Action best;  // the first of the best actions
  // Game points, as in Solver::Worth, of the best action and of this one.
  SideValues before{};
  SideValues after{};
  std::int32_t cost = 0;  // before - after of `side`; >= 0
  std::optional<SampledCost> sampled;
};

struct AnalysedDeal {
  DealScript script;
  std::uint16_t carry = 0;
  std::vector<AnalysedDecision> decisions;
  // Null unless the deal was played to its end.
  std::optional<DealResult> result;
  // The game points of the result, in the form of AnalysedDecision::before.
  SideValues game_points{};
};

// Analyses the decisions of `script`, played with a carry of `carry` game
// points. The seeds of the samples follow from the cards and the number of the
// decision. Requires: the solver has `rules`; the actions are legal.
AnalysedDeal AnalyseDeal(Solver& solver, const CompiledRules& rules,
                         const DealScript& script, std::uint16_t carry,
                         const AnalysisOptions& options);

}  // namespace couillon::arena
