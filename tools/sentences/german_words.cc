#include "tools/sentences/german_words.h"

#include <array>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "engine/cards/check.h"
#include "tools/sentences/text_pieces.h"

namespace couillon::tools::german {
namespace {

constexpr Noun kLine = {"Strich", "Striche", "Strichen", Gender::kMasculine};
constexpr Noun kGamePoint = {"Spielpunkt", "Spielpunkte", "Spielpunkten",
                             Gender::kMasculine};

// "ein", "einer", "einen" ...
const char* IndefiniteArticle(Gender gender, Case in) {
  if (gender == Gender::kFeminine) {
    return in == Case::kDative ? "einer" : "eine";
  }
  if (in == Case::kDative) return "einem";
  return gender == Gender::kMasculine && in == Case::kAccusative ? "einen"
                                                                 : "ein";
}

}  // namespace

std::string Number(int number) {
  COUILLON_CHECK(number >= 2);
  constexpr std::array<const char*, 13> kWords = {
      "",       "",     "zwei", "drei", "vier", "fünf", "sechs",
      "sieben", "acht", "neun", "zehn", "elf",  "zwölf"};
  const auto index = static_cast<std::size_t>(number);
  return index < kWords.size() ? kWords[index] : absl::StrCat(number);
}

std::string Ordinal(int number) {
  constexpr std::array<const char*, 13> kWords = {
      "",       "erste", "zweite", "dritte", "vierte", "fünfte", "sechste",
      "siebte", "achte", "neunte", "zehnte", "elfte",  "zwölfte"};
  const auto index = static_cast<std::size_t>(number);
  return index < kWords.size() ? kWords[index] : absl::StrCat(number, ".");
}

std::string Count(int number, const Noun& noun, Case in) {
  if (number == 1) {
    return absl::StrCat(IndefiniteArticle(noun.gender, in), " ", noun.one);
  }
  const bool dative = in == Case::kDative;
  const std::string word =
      number == 0 ? (dative ? "keinen" : "keine") : Number(number);
  return absl::StrCat(word, " ", dative ? noun.many_dative : noun.many);
}

std::string Count(Amount amount, Case in) {
  return Count(amount.count, amount.unit == Unit::kLine ? kLine : kGamePoint,
               in);
}

std::string RankName(Rank rank) {
  constexpr std::array<const char*, kRanks> kNames = {
      "Sieben", "Acht", "Neun", "Zehn", "Bube", "Dame", "König", "Ass"};
  return kNames[static_cast<std::size_t>(rank)];
}

std::string SuitName(Suit suit) {
  constexpr std::array<const char*, kSuits> kNames = {"Kreuz", "Karo", "Herz",
                                                      "Pik"};
  return kNames[static_cast<std::size_t>(suit)];
}

std::string CardName(Card card) {
  return absl::StrCat(SuitName(card.suit()), "-", RankName(card.rank()));
}

std::string CardNames(const std::vector<Card>& cards) {
  std::vector<std::string> names;
  names.reserve(cards.size());
  for (const Card card : cards) names.push_back(CardName(card));
  return ListOf(names);
}

std::string TheTrumpDative(Rank rank) {
  switch (rank) {
    case Rank::kAce:
    case Rank::kKing:
      return absl::StrCat("dem Trumpf-", RankName(rank));
    case Rank::kJack:
      return "dem Trumpf-Buben";
    case Rank::kQueen:
    case Rank::kTen:
    case Rank::kNine:
    case Rank::kEight:
    case Rank::kSeven:
      break;
  }
  return absl::StrCat("der Trumpf-", RankName(rank));
}

std::string ListOf(const std::vector<std::string>& items) {
  return ListWith("und", items);
}

}  // namespace couillon::tools::german
