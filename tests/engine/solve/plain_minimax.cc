#include "tests/engine/solve/plain_minimax.h"

#include <optional>

#include "engine/cards/action.h"
#include "engine/cards/seat.h"
#include "engine/play/deal_result.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::tests {

SideValues PlainValue(const Position& position, const Payoff& payoff) {
  const bool two_sides = position.rules().sides == 2;
  if (position.done()) {
    const SideValues values = payoff.Of(position.Result());
    if (!two_sides) return values;
    const std::int32_t lead = values[0] - values[1];
    return {lead, -lead};
  }
  const Side side = position.rules().SideOf(position.seat());
  SideValues best{};
  bool any = false;
  for (const Action action : position.LegalActions()) {
    Position next = position;
    next.Apply(action);
    const SideValues values = PlainValue(next, payoff);
    if (any && values[side] <= best[side]) continue;
    best = values;
    any = true;
  }
  return best;
}

namespace {

std::int32_t LeadNow(const Position& position) {
  const DealResult result = position.Result();
  return std::int32_t{result.card_points[0]} - result.card_points[1];
}

}  // namespace

std::int32_t PlainEndings::LeadOf(const Position& position) {
  return LeadNow(position) + GainFrom(position);
}

std::int32_t PlainEndings::GainFrom(const Position& position) {
  if (position.done()) return 0;
  const CompiledRules& rules = position.rules();
  std::vector<std::uint32_t> key;
  if (position.trick().empty()) {
    key.push_back(position.seat());
    for (Seat seat = 0; seat < rules.players; ++seat) {
      key.push_back(position.hand(seat).mask());
    }
    const auto found = known_.find(key);
    if (found != known_.end()) return found->second;
  }
  const std::int32_t before = LeadNow(position);
  const bool ours = rules.SideOf(position.seat()) == 0;
  std::optional<std::int32_t> best;
  for (const Action action : position.LegalActions()) {
    Position next = position;
    next.Apply(action);
    const std::int32_t gain = LeadNow(next) - before + GainFrom(next);
    if (!best || (ours ? gain > *best : gain < *best)) best = gain;
  }
  if (!key.empty()) known_.emplace(key, best.value_or(0));
  return best.value_or(0);
}

int CardsLeft(const Position& position) {
  return position.tricks_left() * position.rules().players -
         static_cast<int>(position.trick().size());
}

}  // namespace couillon::tests
