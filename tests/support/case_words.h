// Parses the cells of case tables: cards, packs, actions, numbers. Aborts on
// invalid text, since that is a mistake in a case file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/pack.h"
#include "engine/cards/seat.h"

namespace couillon::tests {

// The words of a cell separated by spaces; none for "-".
std::vector<std::string> Words(const std::string& cell);

// "AS TD" in the order written; "-" for none.
std::vector<Card> CardsOf(const std::string& cell);
CardSet CardSetOf(const std::string& cell);

// "H".
Suit SuitOf(const std::string& cell);

// "y" or "n".
bool YesOrNo(const std::string& cell);

// "12-8" as a number for each side.
std::vector<int> NumbersOf(const std::string& cell);

// "2"; kNoSide (equal to kNoSeat) for "-".
Seat SeatOf(const std::string& cell);

// "canon", or "canon+6" for the same pack cut after six cards.
Pack PackOfCell(const std::string& cell, CardSet deck);

// Actions in order: "pass", "passx4" for four of them, "play:AS", or "AS"
// alone, which is the same; "-" for none.
std::vector<Action> ActionsOf(const std::string& cell);

// The cards separated by spaces, in their order.
std::string CardsText(const std::vector<Card>& cards);

}  // namespace couillon::tests
