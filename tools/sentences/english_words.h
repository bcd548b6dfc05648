// English words for numbers, ranks, suits and cards, of the rules in words and
// of the terminal.
#pragma once

#include <string>
#include <vector>

#include "engine/cards/card.h"
#include "tools/sentences/rule_facts.h"

namespace couillon::tools {

// "no", "one" ... "twelve", "13" ...
[[nodiscard]] std::string NumberWord(int number);

// "first" ... "twelfth", "13th" ... Requires: number >= 1.
[[nodiscard]] std::string OrdinalWord(int number);

// "one card", "two cards".
[[nodiscard]] std::string Count(int number, const std::string& thing);

// "seven" to "ace", "clubs" to "spades", "the queen of spades".
[[nodiscard]] std::string RankName(Rank rank);
[[nodiscard]] std::string SuitName(Suit suit);
[[nodiscard]] std::string CardName(Card card);

// "one line", "two game points".
[[nodiscard]] std::string Count(Amount amount);

// "a", "a and b", "a, b and c".
[[nodiscard]] std::string ListOf(const std::vector<std::string>& items);

}  // namespace couillon::tools
