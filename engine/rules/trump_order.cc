// Order of the trumps of each suit: promoted cards first, then the suit from
// high to low.

#include "engine/rules/trump_order.h"

#include <cstddef>
#include <vector>

namespace couillon {
namespace {

// Cards that are trumps regardless of their printed suit.
CardSet Promoted(const SpecialRules& special, bool declared) {
  CardSet promoted;
  for (const Card card : special.permanent_trumps) promoted.Add(card);
  if (declared && special.mit) promoted.Add(special.mit->card);
  return promoted;
}

}  // namespace

CardSet MakeDeck(const TableRules& table) {
  CardSet deck;
  for (const Rank rank : table.ranks) {
    for (int suit = 0; suit < kSuits; ++suit) {
      deck.Add(Card(static_cast<Suit>(suit), rank));
    }
  }
  return deck & ~table.removed;
}

TrumpOrder OrderOfTrumps(const Ruleset& ruleset, Suit trump, bool declared) {
  const CardSet promoted = Promoted(ruleset.special, declared);
  const CardSet deck = MakeDeck(ruleset.table);
  TrumpOrder order;
  const auto add = [&order](Card card) {
    order.cards[static_cast<std::size_t>(order.count++)] = card;
  };
  // The top rank of the suit, the promoted cards, then the rest of the suit.
  bool top = true;
  for (const Rank rank : ruleset.table.ranks) {
    const Card card(trump, rank);
    if (deck.Has(card) && !promoted.Has(card)) add(card);
    if (!top) continue;
    top = false;
    if (declared && ruleset.special.mit) add(ruleset.special.mit->card);
    for (const Card queen : ruleset.special.permanent_trumps) add(queen);
  }
  return order;
}

}  // namespace couillon
