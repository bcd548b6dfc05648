// Cards, suits, actions and phases as text: a card is rank then suit with T
// for ten ("AS", "TD"); an action is "pass", "take:KD", "name:H", "play:TS" and
// so on.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"

namespace couillon {

// "AS". Two characters.
std::string FormatCard(Card card);
// 'C', 'D', 'H' or 'S'.
char FormatSuit(Suit suit);
char FormatRank(Rank rank);
// Cards in ascending order of index, separated by single spaces.
std::string FormatCards(CardSet cards);

// Return nullopt unless the text is exactly one card, suit or rank in upper
// case.
std::optional<Card> ParseCard(std::string_view text);
std::optional<Suit> ParseSuit(char letter);
std::optional<Rank> ParseRank(char letter);

// Returns the text of `action`. A card is "play:" in the phase of play, else
// "name:" if `naming`, else "take:".
std::string FormatAction(Action action, Phase phase, bool naming);
// Returns the action of a text of any phase: "play:AS", "take:AS" and "name:AS"
// all give the action of that card. nullopt if it is no action.
std::optional<Action> ParseAction(std::string_view word);

// "trump", "mit", "kontra", "re", "play", "done", "abandoned".
std::string_view PhaseName(Phase phase);

}  // namespace couillon
