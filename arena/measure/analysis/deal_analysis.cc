// Exact values where the solver is quick, and means over samples of deals that
// look the same.

#include "arena/measure/analysis/deal_analysis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "arena/measure/analysis/decision_values.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

// A seed for the samples of one decision.
std::uint64_t SampleSeed(const DealScript& script, int ply) {
  std::uint64_t state = static_cast<std::uint64_t>(ply) + 1;
  for (const Card card : script.pack) {
    state =
        stats::SplitMix64(state * 32 + static_cast<std::uint64_t>(card.index()))
            .Next();
  }
  return state;
}

std::vector<ActionValue>::const_iterator BestOf(
    const std::vector<ActionValue>& values, Side side) {
  return std::max_element(values.begin(), values.end(),
                          [side](const auto& a, const auto& b) {
                            return a.values[side] < b.values[side];
                          });
}

const ActionValue& ValueOf(const std::vector<ActionValue>& values,
                           Action action) {
  const auto found = std::find_if(
      values.begin(), values.end(),
      [action](const auto& each) { return each.action == action; });
  COUILLON_CHECK(found != values.end());
  return *found;
}

// The value of each action in each sample, for the decider.
class SampleValues {
 public:
  void Add(const std::vector<ActionValue>& values, Side side) {
    ++samples_;
    for (const ActionValue& each : values) {
      by_action_[static_cast<std::size_t>(each.action.number())].push_back(
          each.values[side]);
    }
  }

  // Null if there are no samples.
  [[nodiscard]] std::optional<SampledCost> CostOf(Action action) const {
    if (samples_ == 0) return std::nullopt;
    SampledCost cost{.samples = samples_, .best = action};
    for (int number = 0; number < kActions; ++number) {
      if (Total(Action(number)) > Total(cost.best)) cost.best = Action(number);
    }
    const std::vector<std::int32_t>& best = Of(cost.best);
    const std::vector<std::int32_t>& own = Of(action);
    COUILLON_CHECK(best.size() == own.size());
    double squares = 0;
    for (std::size_t i = 0; i < own.size(); ++i) {
      const double difference = best[i] - own[i];
      cost.cost += difference / samples_;
      squares += difference * difference;
    }
    if (samples_ > 1) {
      const double variance =
          (squares - samples_ * cost.cost * cost.cost) / (samples_ - 1);
      cost.standard_error = std::sqrt(std::max(variance, 0.0) / samples_);
    }
    return cost;
  }

 private:
  [[nodiscard]] const std::vector<std::int32_t>& Of(Action action) const {
    return by_action_[static_cast<std::size_t>(action.number())];
  }
  // Actions that are not legal are never the best.
  [[nodiscard]] std::int64_t Total(Action action) const {
    if (Of(action).empty()) return INT64_MIN;
    std::int64_t total = 0;
    for (const std::int32_t value : Of(action)) total += value;
    return total;
  }

  int samples_ = 0;
  std::array<std::vector<std::int32_t>, kActions> by_action_;
};

class DealAnalysis {
 public:
  DealAnalysis(Solver& solver, const CompiledRules& rules,
               const DealScript& script, const Payoff& payoff,
               const AnalysisOptions& options)
      : solver_(solver),
        rules_(rules),
        script_(script),
        payoff_(payoff),
        options_(options) {}

  // The decision that is due in `position` and was taken with `action`.
  AnalysedDecision Analyse(const Position& position, Action action, int ply) {
    AnalysedDecision decision{.ply = ply,
                              .seat = position.seat(),
                              .decider = position.decider(),
                              .side = rules_.SideOf(position.decider()),
                              .kind = KindOf(position),
                              .action = action,
                              .choices = position.LegalActions().size(),
                              .best = action};
    if (decision.choices == 1 || !IsAnalysed(position, options_.most_tricks)) {
      return decision;
    }
    decision.solved = true;
    const std::vector<ActionValue> values =
        solver_.WorthByAction(position, payoff_);
    const auto best = BestOf(values, decision.side);
    decision.best = best->action;
    decision.before = best->values;
    decision.after = ValueOf(values, action).values;
    decision.cost =
        decision.before[decision.side] - decision.after[decision.side];
    if (options_.sampler && options_.samples > 0) {
      decision.sampled = Sample(position, decision);
    }
    return decision;
  }

 private:
  std::optional<SampledCost> Sample(const Position& position,
                                    const AnalysedDecision& decision) {
    SampleValues values;
    for (const Position& sample :
         options_.sampler(rules_, position.Observe(), options_.samples,
                          SampleSeed(script_, decision.ply))) {
      values.Add(solver_.WorthByAction(sample, payoff_), decision.side);
    }
    return values.CostOf(decision.action);
  }

  Solver& solver_;
  const CompiledRules& rules_;
  const DealScript& script_;
  const Payoff& payoff_;
  const AnalysisOptions& options_;
};

// Returns true if `seat` holds a card that follows the lead.
bool CanFollow(const Position& position) {
  const Suit trump = position.trump().value_or(Suit::kClubs);  // it is made
  const bool declared = position.Result().mit_side != kNoSide;
  const auto& tables = position.rules().tables[static_cast<std::size_t>(trump)];
  const auto led = static_cast<std::size_t>(position.trick()[0].index());
  const CardSet answers = tables[declared ? 1 : 0].answers[led];
  return !(position.hand(position.seat()) & answers).empty();
}

}  // namespace

std::string KindName(DecisionKind kind) {
  constexpr std::array<const char*, kDecisionKinds> kNames = {
      "trumps", "announcements", "leads", "following", "discards"};
  return kNames[static_cast<std::size_t>(kind)];
}

DecisionKind KindOf(const Position& position) {
  if (position.phase() == Phase::kTrump) return DecisionKind::kTrumps;
  if (position.phase() != Phase::kPlay) return DecisionKind::kAnnouncement;
  if (position.trick().empty()) return DecisionKind::kLead;
  return CanFollow(position) ? DecisionKind::kFollow : DecisionKind::kDiscard;
}

AnalysedDeal AnalyseDeal(Solver& solver, const CompiledRules& rules,
                         const DealScript& script, std::uint16_t carry,
                         const AnalysisOptions& options) {
  const GamePoints payoff(rules.ruleset, carry);
  DealAnalysis analysis(solver, rules, script, payoff, options);
  AnalysedDeal deal{.script = script, .carry = carry, .decisions = {}};
  Position position(rules, script.pack, script.dealer);
  for (std::size_t ply = 0; ply < script.actions.size(); ++ply) {
    const Action action = script.actions[ply];
    COUILLON_CHECK(!position.done() && position.LegalActions().Has(action));
    deal.decisions.push_back(
        analysis.Analyse(position, action, static_cast<int>(ply)));
    position.Apply(action);
  }
  if (!position.done()) return deal;
  deal.result = position.Result();
  deal.game_points = solver.Worth(position, payoff);
  return deal;
}

}  // namespace couillon::arena
