// English words for numbers, ranks, suits and cards.
#pragma once

#include <string>
#include <vector>

#include "engine/cards/card.h"
#include "engine/rules/ruleset.h"

namespace couillon::tools {

// "no", "one" ... "twelve", "13" ...
[[nodiscard]] std::string NumberWord(int number);

// "first" ... "twelfth", "13th" ... Requires: number >= 1.
[[nodiscard]] std::string OrdinalWord(int number);

// "one card", "two cards".
[[nodiscard]] std::string Count(int number, const std::string& thing);

// `text` with its first letter capitalized.
[[nodiscard]] std::string Capital(std::string text);

// "seven" to "ace", "clubs" to "spades", "the queen of spades".
[[nodiscard]] std::string RankName(Rank rank);
[[nodiscard]] std::string SuitName(Suit suit);
[[nodiscard]] std::string CardName(Card card);

// The word for a game point: "line", or "game point" where slates hold numbers.
[[nodiscard]] std::string UnitName(const ScoringRules& scoring);

// "a", "a and b", "a, b and c".
[[nodiscard]] std::string ListOf(const std::vector<std::string>& items);

}  // namespace couillon::tools
