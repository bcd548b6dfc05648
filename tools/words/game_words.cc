#include "tools/words/game_words.h"

#include <array>
#include <cstddef>
#include <utility>

namespace couillon::tools {

Value RankValue(Rank rank) {
  constexpr std::array<const char*, kRanks> kKeywords = {
      "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"};
  return {.kind = "rank", .keyword = kKeywords[static_cast<std::size_t>(rank)]};
}

Value SuitValue(Suit suit) {
  constexpr std::array<const char*, kSuits> kKeywords = {"clubs", "diamonds",
                                                         "hearts", "spades"};
  return {.kind = "suit", .keyword = kKeywords[static_cast<std::size_t>(suit)]};
}

Value CardValue(Card card) {
  return {.kind = "card",
          .parts = {{"rank", RankValue(card.rank())},
                    {"suit", SuitValue(card.suit())}}};
}

Value CardList(const std::vector<Card>& cards, Join join) {
  std::vector<Value> items;
  items.reserve(cards.size());
  for (const Card card : cards) items.push_back(CardValue(card));
  return ListOf(std::move(items), join);
}

Value AmountOf(int count, const ScoringRules& scoring) {
  const bool numbers = scoring.penalty_mark == PenaltyMark::kNumber;
  return {.kind = "amount",
          .number = count,
          .parts = {{"count", Number(count)},
                    {"unit", Keyword(numbers ? "game_point" : "line")}}};
}

}  // namespace couillon::tools
