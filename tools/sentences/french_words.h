// French words for numbers, ranks, suits and cards, with their genders.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "engine/cards/card.h"
#include "tools/sentences/rule_facts.h"

namespace couillon::tools::french {

struct Noun {
  const char* one;
  const char* many;
  bool feminine;
};

inline constexpr Noun kCard = {"carte", "cartes", true};
inline constexpr Noun kTrick = {"pli", "plis", false};
inline constexpr Noun kDeal = {"donne", "donnes", true};
inline constexpr Noun kCow = {"vache", "vaches", true};
inline constexpr Noun kCardPoint = {"point de cartes", "points de cartes",
                                    false};

// "deux" ... "douze", "13" ... Requires: number >= 2.
[[nodiscard]] std::string Number(int number);
// "première" ... "douzième", "13e": of something feminine, as cards and cows
// are. Requires: number >= 1.
[[nodiscard]] std::string Ordinal(int number);

// "aucune carte", "une carte", "deux cartes".
[[nodiscard]] std::string Count(int number, const Noun& noun);
// In lines or game points.
[[nodiscard]] std::string Count(Amount amount);

// "as" to "sept", "pique".
[[nodiscard]] std::string RankName(Rank rank);
[[nodiscard]] std::string SuitName(Suit suit);
// "l’as", "la dame"; "de l’as", "du roi".
[[nodiscard]] std::string TheRank(Rank rank);
[[nodiscard]] std::string OfTheRank(Rank rank);
// "l’as de pique"; "la dame de pique et la dame de trèfle".
[[nodiscard]] std::string TheCard(Card card);
[[nodiscard]] std::string TheCards(const std::vector<Card>& cards);

// "a, b et c".
[[nodiscard]] std::string ListOf(const std::vector<std::string>& items);

// Puts a no-break space before ":" and ";", so that no line begins with them.
[[nodiscard]] std::string Spaced(std::string text);

// absl::StrFormat, spaced.
template <typename... Args>
[[nodiscard]] std::string Say(const absl::FormatSpec<Args...>& format,
                              const Args&... args) {
  return Spaced(absl::StrFormat(format, args...));
}

}  // namespace couillon::tools::french
