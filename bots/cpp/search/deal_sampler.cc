#include "bots/cpp/search/deal_sampler.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "bots/cpp/search/column_plan.h"
#include "bots/cpp/search/replay.h"
#include "bots/cpp/search/script_view.h"
#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/rules/ruleset.h"

namespace couillon::bots {
namespace {

constexpr int kMaxTries = 20000;

bool LooksLike(const Position& position, const Observation& observation) {
  Observation seen = position.Observe();
  seen.standing = observation.standing;
  seen.random_seed = observation.random_seed;
  return seen == observation;
}

}  // namespace

DealSampler::DealSampler(const CompiledRules& rules,
                         const Observation& observation, CardOrder order)
    : rules_(&rules),
      observation_(&observation),
      knowledge_(KnowDeal(rules, observation)),
      split_(knowledge_.hidden, knowledge_.shares),
      order_(OrderMatters() ? CardOrder::kDrawn : order) {
  possible_ =
      split_.possible() &&
      std::all_of(knowledge_.layouts.begin(), knowledge_.layouts.end(),
                  [](const ColumnPlan& plan) { return plan.possible(); });
}

// Whether what is still to happen depends on the order in which cards were
// received, or which packs contradict the observation.
bool DealSampler::OrderMatters() const {
  const bool is_dealt = observation_->phase == Phase::kPlay;
  return !is_dealt || rules_->stock_size > 0 ||
         rules_->layout != Layout::kNone || knowledge_.script.named ||
         knowledge_.must_check;
}

// Whether the seat that named trumps held one card of them then, if it had to.
bool DealSampler::NamerHeldSuit(const Pack& pack) const {
  const ScriptView& script = knowledge_.script;
  if (!script.named) return true;
  const auto turns = static_cast<std::size_t>(
      TurnsFromEldest(*rules_, observation_->dealer, script.namer));
  for (std::size_t i = 0; i < script.namer_held; ++i) {
    if (pack[rules_->places[turns][i]].suit() == *script.named) return true;
  }
  return false;
}

std::optional<Position> DealSampler::Draw(Random& random) const {
  const ReplayMode mode =
      knowledge_.must_check ? ReplayMode::kChecking : ReplayMode::kTrusting;
  for (int tries = possible_ ? kMaxTries : 0; tries > 0; --tries) {
    std::array<Card, kCards> cards;
    split_.Draw(random, cards);
    Pack pack{};
    const Card* next = cards.data();
    for (const HandPlan& plan : knowledge_.hands) {
      plan.Place(random, {next, plan.hidden}, order_, pack);
      next += plan.hidden;
    }
    for (const ColumnPlan& plan : knowledge_.layouts) {
      plan.Place(random, {next, plan.hidden()}, pack);
      next += plan.hidden();
    }
    if (!NamerHeldSuit(pack)) continue;
    Position position(*rules_, pack, observation_->dealer);
    if (!Replay(*observation_, mode, position)) continue;
    if (knowledge_.must_check && !LooksLike(position, *observation_)) continue;
    return position;
  }
  return std::nullopt;
}

}  // namespace couillon::bots
