// How the heuristic bot makes trumps and announces: by the strength of the
// cards it knows, compared with what as many cards are worth on average.
#pragma once

#include "engine/cards/action.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::bots {

// What cards are worth in making trumps, and how strong a hand has to be.
struct TrumpWeights {
  int trump_base = 22;  // any trump
  int trump_top = 49;   // on top for the highest trump about
  int trump_step = 12;  // taken from that for each higher trump about
  int suit_top = 9;     // the highest card of a plain suit
  int suit_second = 8;
  int open_cards = 62;  // percent: what cards of others that lie open count
  // Thousandths of the strength of all cards above the average.
  int take = 136;
  int mit = -20;
  int kontra = 130;
  int re = 130;
};

// The call to make. Requires: a phase other than play.
[[nodiscard]] Action ChooseCall(const CompiledRules& rules,
                                const Observation& observation,
                                const TrumpWeights& weights = TrumpWeights());

}  // namespace couillon::bots
