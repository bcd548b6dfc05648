#include "tools/sentences/english_words.h"

#include <array>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "tools/sentences/text_pieces.h"

namespace couillon::tools {

std::string NumberWord(int number) {
  constexpr std::array<const char*, 13> kWords = {
      "no",    "one",   "two",  "three", "four",   "five",  "six",
      "seven", "eight", "nine", "ten",   "eleven", "twelve"};
  if (number >= 0 && number < static_cast<int>(kWords.size())) {
    return kWords[static_cast<std::size_t>(number)];
  }
  return absl::StrCat(number);
}

std::string OrdinalWord(int number) {
  constexpr std::array<const char*, 13> kWords = {
      "",        "first",  "second", "third", "fourth",   "fifth",  "sixth",
      "seventh", "eighth", "ninth",  "tenth", "eleventh", "twelfth"};
  if (number > 0 && number < static_cast<int>(kWords.size())) {
    return kWords[static_cast<std::size_t>(number)];
  }
  constexpr std::array<const char*, 4> kEndings = {"th", "st", "nd", "rd"};
  const int last = number / 10 % 10 == 1 ? 0 : number % 10;
  return absl::StrCat(
      number, last < 4 ? kEndings[static_cast<std::size_t>(last)] : "th");
}

std::string Count(int number, const std::string& thing) {
  return absl::StrCat(NumberWord(number), " ", thing, number == 1 ? "" : "s");
}

std::string RankName(Rank rank) {
  constexpr std::array<const char*, kRanks> kNames = {
      "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"};
  return kNames[static_cast<std::size_t>(rank)];
}

std::string SuitName(Suit suit) {
  constexpr std::array<const char*, kSuits> kNames = {"clubs", "diamonds",
                                                      "hearts", "spades"};
  return kNames[static_cast<std::size_t>(suit)];
}

std::string CardName(Card card) {
  return absl::StrCat("the ", RankName(card.rank()), " of ",
                      SuitName(card.suit()));
}

std::string Count(Amount amount) {
  return Count(amount.count,
               amount.unit == Unit::kLine ? "line" : "game point");
}

std::string ListOf(const std::vector<std::string>& items) {
  return ListWith("and", items);
}

}  // namespace couillon::tools
