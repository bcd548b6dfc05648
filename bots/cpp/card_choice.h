// How the heuristic bot chooses a card: for each legal card the chance that
// its side gets the trick, the card points at stake, and what the card would
// be worth in a later trick.
#pragma once

#include "engine/cards/card.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::bots {

// What cards are worth in later tricks and other advantages, in sixteenths of
// a card point. The values were found by playing, not by thinking: see
// bots/README.md.
struct CardWeights {
  int trump_top = 169;    // keeping the highest trump about
  int trump_second = 78;  // keeping one that a single other beats
  int trump_third = 42;
  int trump_low = 5;
  int suit_top = 33;  // keeping the highest card of a plain suit
  int suit_second = 5;
  int suit_low = -26;  // below 0: better gone
  int last_top = 20;   // the highest card of a plain suit as the last card
  int last_low = 0;
  int tempo = -21;        // having to lead the next trick
  int draw_trumps = 130;  // leading a sure trump, for each sure side card
  int eagerness = 685;    // chance in 1024 that an opponent beats if they can
  int late = 83;          // percent of all above with two cards left
  int feed = 29;          // percent of the average that follows on our tricks
};

// The card to play. Requires: the phase of play, with legal cards.
[[nodiscard]] Card ChooseCard(const CompiledRules& rules,
                              const Observation& observation,
                              const CardWeights& weights = CardWeights());

}  // namespace couillon::bots
