#include "tools/sentences/dutch_words.h"

#include <array>
#include <cstddef>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "tools/sentences/text_pieces.h"

namespace couillon::tools::dutch {
namespace {

constexpr Noun kLine = {"streep", "strepen"};
constexpr Noun kGamePoint = {"spelpunt", "spelpunten"};

}  // namespace

std::string Number(int number) {
  constexpr std::array<const char*, 13> kWords = {
      "",      "één",  "twee",  "drie", "vier", "vijf",  "zes",
      "zeven", "acht", "negen", "tien", "elf",  "twaalf"};
  const auto index = static_cast<std::size_t>(number);
  return index < kWords.size() ? kWords[index] : absl::StrCat(number);
}

std::string Ordinal(int number) {
  constexpr std::array<const char*, 13> kWords = {
      "",        "eerste",  "tweede",  "derde",  "vierde", "vijfde",  "zesde",
      "zevende", "achtste", "negende", "tiende", "elfde",  "twaalfde"};
  const auto index = static_cast<std::size_t>(number);
  return index < kWords.size() ? kWords[index] : absl::StrCat(number, "e");
}

std::string Count(int number, const Noun& noun) {
  if (number == 0) return absl::StrCat("geen ", noun.many);
  return absl::StrCat(Number(number), " ", number == 1 ? noun.one : noun.many);
}

std::string Count(Amount amount) {
  return Count(amount.count, amount.unit == Unit::kLine ? kLine : kGamePoint);
}

std::string RankName(Rank rank) {
  constexpr std::array<const char*, kRanks> kNames = {
      "zeven", "acht", "negen", "tien", "boer", "vrouw", "heer", "aas"};
  return kNames[static_cast<std::size_t>(rank)];
}

std::string SuitName(Suit suit) {
  constexpr std::array<const char*, kSuits> kNames = {"klaveren", "ruiten",
                                                      "harten", "schoppen"};
  return kNames[static_cast<std::size_t>(suit)];
}

std::string CardName(Card card) {
  return absl::StrCat(SuitName(card.suit()), RankName(card.rank()));
}

std::string CardNames(const std::vector<Card>& cards) {
  std::vector<std::string> names;
  names.reserve(cards.size());
  for (const Card card : cards) names.push_back(CardName(card));
  return ListOf(names);
}

std::string TheTrump(Rank rank) {
  return absl::StrCat(rank == Rank::kAce ? "het troef" : "de troef",
                      RankName(rank));
}

std::string ListOf(const std::vector<std::string>& items) {
  return ListWith("en", items);
}

std::string Begin(const std::string& text) {
  constexpr std::string_view kOne = "één";
  if (!text.starts_with(kOne)) return Capital(text);
  return absl::StrCat("Eén", text.substr(kOne.size()));
}

}  // namespace couillon::tools::dutch
