// Cards, suits, actions and phases as text: a card is rank then suit with T
// for ten ("AS", "TD"); actions are the words of rules.md 4.7 ("pass",
// "take:KD", "name:H", "play:TS").
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

// Nothing if `text` is not exactly one card, suit or rank.
std::optional<Card> ParseCard(std::string_view text);
std::optional<Suit> ParseSuit(char letter);
std::optional<Rank> ParseRank(char letter);

// The word for `action`; the phase, and in the phase of trumps whether cards
// are shown to take or to name, decide what a card means.
std::string FormatAction(Action action, Phase phase, bool naming);
// The action for a word, whatever the phase: "play:AS", "take:AS" and
// "name:AS" all give the action of that card. Nothing if it is no word.
std::optional<Action> ParseAction(std::string_view word);

// "trump", "mit", "kontra", "re", "play", "done", "abandoned".
std::string_view PhaseName(Phase phase);

}  // namespace couillon
