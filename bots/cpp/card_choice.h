// The heuristic bot's choice of a card: by the chance that its side wins the
// trick, the card points at stake, and the value of the card in a later trick.
#pragma once

#include <span>

#include "bots/cpp/table_view.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::bots {

// The values of cards in later tricks and of other advantages, in sixteenths of
// a card point. They were tuned by play: see bots/README.md.
struct CardWeights {
  int trump_top = 169;    // keeping the highest trump left
  int trump_second = 78;  // keeping one that a single other trump beats
  int trump_third = 42;
  int trump_low = 5;
  int suit_top = 33;  // keeping the highest card of a plain suit
  int suit_second = 5;
  int suit_low = -26;  // below 0: better played now
  int last_top = 20;   // the highest card of a plain suit as the last card
  int last_low = 0;
  int tempo = -21;        // having to lead the next trick
  int draw_trumps = 130;  // leading a sure trump, per sure side card
  int eagerness = 685;    // chance in 1024 that an opponent beats if possible
  int late = 83;          // percent of all above with two cards left
  int feed = 29;          // percent of the average points added to our tricks
};

// Returns the card to play. Requires: the phase of play, with legal cards.
[[nodiscard]] Card ChooseCard(const CompiledRules& rules,
                              const Observation& observation,
                              const CardWeights& weights = CardWeights());

// The same for a view of the table. Requires: `legal` are the legal cards, at
// least one.
[[nodiscard]] Card ChooseCard(const TableView& view, CardSet legal,
                              const CardWeights& weights = CardWeights());

// The findings of the heuristic about a legal card.
struct CardValue {
  Card card;
  int chance = 0;  // that its side wins the trick, in 1/1024
  int value = 0;   // what ChooseCard compares, in 1/16384 of a card point
};

// Writes what the heuristic finds out about each of the legal cards, in
// ascending order of card. Returns their number.
// Requires: `values` has as many places.
int ValueCards(const TableView& view, CardSet legal,
               std::span<CardValue> values);

}  // namespace couillon::bots
