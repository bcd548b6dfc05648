// Sorts by effective suit and strength under the trumps, before and after they
// are made.

#include "arena/table/person/hand_order.h"

#include <algorithm>
#include <cstddef>

#include "engine/cards/seat.h"
#include "engine/rules/ruleset.h"

namespace couillon::arena {
namespace {

// The cards of `cards`, those with the lowest rank number first.
template <typename RankNumber>
std::vector<Card> SortedBy(CardSet cards, RankNumber number) {
  std::vector<Card> sorted;
  for (const Card card : cards) sorted.push_back(card);
  std::ranges::stable_sort(sorted, {}, number);
  return sorted;
}

// Appends the trumps, then the other cards suit by suit.
template <typename RankNumber>
std::vector<HandGroup> Grouped(CardSet cards, CardSet trumps,
                               RankNumber number) {
  std::vector<HandGroup> groups;
  const auto add = [&](std::optional<Suit> suit, CardSet group) {
    if (group.empty()) return;
    groups.push_back({.suit = suit, .cards = SortedBy(group, number)});
  };
  add(std::nullopt, cards & trumps);
  for (int i = 0; i < kSuits; ++i) {
    const auto suit = static_cast<Suit>(i);
    add(suit, cards & CardSet::OfSuit(suit) & ~trumps);
  }
  return groups;
}

template <typename Value>
std::size_t PlaceIn(const std::vector<Value>& list, const Value& value) {
  return static_cast<std::size_t>(std::ranges::find(list, value) -
                                  list.begin());
}

}  // namespace

std::vector<HandGroup> OrderHand(const CompiledRules& rules,
                                 const Observation& seen, CardSet cards) {
  if (seen.trump) {
    const TrumpTable& table =
        rules.tables[static_cast<std::size_t>(*seen.trump)]
                    [seen.mit_seat != kNoSeat ? 1 : 0];
    // The stronger a card, the fewer cards beat it.
    return Grouped(cards, table.trumps, [&table](Card card) {
      return table.beaten_by[static_cast<std::size_t>(card.index())].size();
    });
  }
  const std::vector<Card>& permanent = rules.ruleset.special.permanent_trumps;
  CardSet trumps;
  for (const Card card : permanent) trumps.Add(card);
  return Grouped(cards, trumps, [&rules, &permanent, trumps](Card card) {
    return trumps.Has(card) ? PlaceIn(permanent, card)
                            : PlaceIn(rules.ruleset.table.ranks, card.rank());
  });
}

CardSet CardsOfTurn(const Observation& seen) {
  return seen.decider == seen.seat ? seen.hand : seen.open_cards[seen.seat];
}

}  // namespace couillon::arena
