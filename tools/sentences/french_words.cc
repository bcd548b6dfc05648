#include "tools/sentences/french_words.h"

#include <array>
#include <cstddef>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "engine/cards/check.h"
#include "tools/sentences/text_pieces.h"

namespace couillon::tools::french {
namespace {

constexpr Noun kLine = {"ligne", "lignes", true};
constexpr Noun kGamePoint = {"point de jeu", "points de jeu", false};

}  // namespace

std::string Number(int number) {
  COUILLON_CHECK(number >= 2);
  constexpr std::array<const char*, 13> kWords = {
      "",     "",     "deux", "trois", "quatre", "cinq", "six",
      "sept", "huit", "neuf", "dix",   "onze",   "douze"};
  const auto index = static_cast<std::size_t>(number);
  return index < kWords.size() ? kWords[index] : absl::StrCat(number);
}

std::string Ordinal(int number) {
  constexpr std::array<const char*, 13> kWords = {
      "",          "première", "deuxième", "troisième", "quatrième",
      "cinquième", "sixième",  "septième", "huitième",  "neuvième",
      "dixième",   "onzième",  "douzième"};
  const auto index = static_cast<std::size_t>(number);
  return index < kWords.size() ? kWords[index] : absl::StrCat(number, "e");
}

std::string Count(int number, const Noun& noun) {
  if (number > 1) return absl::StrCat(Number(number), " ", noun.many);
  const char* word = number == 1 ? "un" : "aucun";
  return absl::StrCat(word, noun.feminine ? "e " : " ", noun.one);
}

std::string Count(Amount amount) {
  return Count(amount.count, amount.unit == Unit::kLine ? kLine : kGamePoint);
}

std::string RankName(Rank rank) {
  constexpr std::array<const char*, kRanks> kNames = {
      "sept", "huit", "neuf", "dix", "valet", "dame", "roi", "as"};
  return kNames[static_cast<std::size_t>(rank)];
}

std::string SuitName(Suit suit) {
  constexpr std::array<const char*, kSuits> kNames = {"trèfle", "carreau",
                                                      "cœur", "pique"};
  return kNames[static_cast<std::size_t>(suit)];
}

std::string TheRank(Rank rank) {
  if (rank == Rank::kAce) return "l’as";
  return absl::StrCat(rank == Rank::kQueen ? "la " : "le ", RankName(rank));
}

std::string OfTheRank(Rank rank) {
  if (rank == Rank::kAce) return "de l’as";
  return absl::StrCat(rank == Rank::kQueen ? "de la " : "du ", RankName(rank));
}

std::string TheCard(Card card) {
  return absl::StrCat(TheRank(card.rank()), " de ", SuitName(card.suit()));
}

std::string TheCards(const std::vector<Card>& cards) {
  std::vector<std::string> names;
  names.reserve(cards.size());
  for (const Card card : cards) names.push_back(TheCard(card));
  return ListOf(names);
}

std::string ListOf(const std::vector<std::string>& items) {
  return ListWith("et", items);
}

std::string Spaced(std::string text) {
  absl::StrReplaceAll({{" :", "\u00a0:"}, {" ;", "\u00a0;"}}, &text);
  return text;
}

}  // namespace couillon::tools::french
