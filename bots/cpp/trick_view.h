// The current trick, as a bot derives it from an observation.
#pragma once

#include <cstddef>
#include <span>

#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/check.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::bots {

// The cards that the decision is about: a dummy's open cards, else the hand.
[[nodiscard]] inline CardSet OwnCards(const Observation& observation) {
  return observation.decider == observation.seat
             ? observation.hand
             : observation.open_cards[observation.seat];
}

[[nodiscard]] inline int CardPoints(const CompiledRules& rules, Card card) {
  return rules.card_points[static_cast<std::size_t>(card.index())];
}

[[nodiscard]] inline CardSet BeatenBy(const TrumpTable& table, Card card) {
  return table.beaten_by[static_cast<std::size_t>(card.index())];
}

[[nodiscard]] inline CardSet Answers(const TrumpTable& table, Card led) {
  return table.answers[static_cast<std::size_t>(led.index())];
}

// The order of the cards under the current trumps. Requires: trumps are made.
[[nodiscard]] inline const TrumpTable& TableOf(const CompiledRules& rules,
                                               const Observation& observation) {
  COUILLON_CHECK(observation.trump.has_value());
  return rules.tables[static_cast<std::size_t>(*observation.trump)]
                     [observation.mit_seat != kNoSeat ? 1 : 0];
}

// The cards of the current trick, the leader's first.
[[nodiscard]] inline std::span<const Card> CurrentTrick(
    const CompiledRules& rules, const Observation& observation) {
  const std::span<const Card> played = observation.played();
  return played.last(played.size() % rules.players);
}

// The card that wins the trick so far. Requires: `trick` is not empty.
[[nodiscard]] inline Card WinningCard(const TrumpTable& table,
                                      std::span<const Card> trick) {
  Card winning = trick.front();
  for (const Card card : trick) {
    if (BeatenBy(table, winning).Has(card)) winning = card;
  }
  return winning;
}

}  // namespace couillon::bots
