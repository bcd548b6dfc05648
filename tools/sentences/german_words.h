// German words for numbers, ranks, suits and cards, with genders and cases.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/cards/card.h"
#include "tools/sentences/rule_facts.h"

namespace couillon::tools::german {

enum class Gender : std::uint8_t { kMasculine, kFeminine, kNeuter };
enum class Case : std::uint8_t { kNominative, kDative, kAccusative };

struct Noun {
  const char* one;  // in all three cases
  const char* many;
  const char* many_dative;
  Gender gender;
};

inline constexpr Noun kCard = {"Karte", "Karten", "Karten", Gender::kFeminine};
inline constexpr Noun kTrick = {"Stich", "Stiche", "Stichen",
                                Gender::kMasculine};
inline constexpr Noun kDeal = {"Spiel", "Spiele", "Spielen", Gender::kNeuter};
inline constexpr Noun kCow = {"Kuh", "Kühe", "Kühen", Gender::kFeminine};

// "zwei" ... "zwölf", "13" ... Requires: number >= 2.
[[nodiscard]] std::string Number(int number);
// "erste" ... "zwölfte", "13.": after "die". Requires: number >= 1.
[[nodiscard]] std::string Ordinal(int number);

// "keine Karten", "eine Karte", "zwei Karten"; "einem Strich".
[[nodiscard]] std::string Count(int number, const Noun& noun, Case in);
// In lines or game points.
[[nodiscard]] std::string Count(Amount amount, Case in);

// "Ass" to "Sieben", "Pik", "Pik Ass".
[[nodiscard]] std::string RankName(Rank rank);
[[nodiscard]] std::string SuitName(Suit suit);
[[nodiscard]] std::string CardName(Card card);
[[nodiscard]] std::string CardNames(const std::vector<Card>& cards);
// "dem Trumpf-Ass", "der Trumpf-Dame", "dem Trumpf-Buben".
[[nodiscard]] std::string TheTrumpDative(Rank rank);

// "a, b und c".
[[nodiscard]] std::string ListOf(const std::vector<std::string>& items);

}  // namespace couillon::tools::german
