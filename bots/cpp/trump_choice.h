// The heuristic bot's way to make trumps and to announce: by the strength of
// the cards it knows, relative to the average strength of as many cards.
#pragma once

#include "engine/cards/action.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::bots {

// The values of cards in making trumps, and the thresholds of strength.
struct TrumpWeights {
  int trump_base = 22;  // any trump
  int trump_top = 49;   // added for the highest trump left
  int trump_step = 12;  // subtracted from that per higher trump left
  int suit_top = 9;     // the highest card of a plain suit
  int suit_second = 8;
  int open_cards = 62;  // weight of the open cards of others, in percent
  // Thresholds: strength above the average, in 1/1000 of that of all cards.
  int take = 136;
  int mit = -20;
  int kontra = 130;
  int re = 130;
};

// Returns the call to make. Requires: a phase other than play.
[[nodiscard]] Action ChooseCall(const CompiledRules& rules,
                                const Observation& observation,
                                const TrumpWeights& weights = TrumpWeights());

}  // namespace couillon::bots
