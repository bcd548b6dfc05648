// Dutch words for numbers, ranks, suits and cards.
#pragma once

#include <string>
#include <vector>

#include "engine/cards/card.h"
#include "tools/sentences/rule_facts.h"

namespace couillon::tools::dutch {

struct Noun {
  const char* one;
  const char* many;
};

inline constexpr Noun kCard = {"kaart", "kaarten"};
inline constexpr Noun kTrick = {"slag", "slagen"};
inline constexpr Noun kDeal = {"spel", "spellen"};
inline constexpr Noun kCow = {"koe", "koeien"};

// "één" ... "twaalf", "13" ... Requires: number >= 1.
[[nodiscard]] std::string Number(int number);
// "eerste" ... "twaalfde", "13e" ... Requires: number >= 1.
[[nodiscard]] std::string Ordinal(int number);

// "geen kaarten", "één kaart", "twee kaarten".
[[nodiscard]] std::string Count(int number, const Noun& noun);
// In lines or game points.
[[nodiscard]] std::string Count(Amount amount);

// "aas" to "zeven", "schoppen", "schoppen aas".
[[nodiscard]] std::string RankName(Rank rank);
[[nodiscard]] std::string SuitName(Suit suit);
[[nodiscard]] std::string CardName(Card card);
[[nodiscard]] std::string CardNames(const std::vector<Card>& cards);
// "het troefaas", "de troefheer".
[[nodiscard]] std::string TheTrump(Rank rank);

// "a, b en c".
[[nodiscard]] std::string ListOf(const std::vector<std::string>& items);

// `text` with its first letter capitalized; the accents of "één" are for the
// small letter only.
[[nodiscard]] std::string Begin(const std::string& text);

}  // namespace couillon::tools::dutch
