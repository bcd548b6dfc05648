// Why a card may not be played now.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/cards/card.h"
#include "engine/play/position.h"

namespace couillon::arena {

enum class CardRefusal : std::uint8_t {
  kFollow,    // the hand has cards that answer the lead
  kHead,      // a card that answers the lead has to beat one on the table
  kTrump,     // the hand cannot follow, and has trumps
  kOvertrump  // a trump has to beat the one on the table
};

// "follow", "head", "trump", "overtrump".
std::string_view RefusalName(CardRefusal refusal);

// The cards of the seat whose card is due that are not legal, each with the
// duty that forbids it. Empty unless a card is due.
std::vector<std::pair<Card, CardRefusal>> RefusedCards(
    const Position& position);

}  // namespace couillon::arena
