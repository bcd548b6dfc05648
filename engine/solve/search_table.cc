// Labels by effective suit and strength, and the tables of play in terms of
// labels.

#include "engine/solve/search_table.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace couillon {
namespace {

std::size_t Index(Card card) { return static_cast<std::size_t>(card.index()); }

// The cards of one effective suit from the weakest to the strongest.
std::vector<Card> FromWeakest(const TrumpTable& table, CardSet group) {
  std::vector<Card> cards;
  for (const Card card : group) cards.push_back(card);
  const auto stronger = [&table, group](Card card) {
    return (table.beaten_by[Index(card)] & group).size();
  };
  std::sort(cards.begin(), cards.end(),
            [&stronger](Card a, Card b) { return stronger(a) > stronger(b); });
  return cards;
}

Duty Relabelled(const SearchTable& labels, const Duty& duty) {
  const auto set = [&labels](CardSet cards) { return labels.LabelsOf(cards); };
  Duty relabelled;
  relabelled.follow = set(duty.follow);
  relabelled.able = set(duty.able);
  relabelled.must = set(duty.must);
  relabelled.ruff = set(duty.ruff);
  relabelled.head_best = set(duty.head_best);
  relabelled.head_previous = set(duty.head_previous);
  relabelled.overtrump = set(duty.overtrump);
  return relabelled;
}

std::vector<CardSet> EffectiveSuits(CardSet deck, CardSet trumps) {
  std::vector<CardSet> suits;
  suits.reserve(kSuits + 1);
  for (int suit = 0; suit < kSuits; ++suit) {
    suits.push_back(CardSet::OfSuit(static_cast<Suit>(suit)) & deck & ~trumps);
  }
  suits.push_back(trumps);
  std::erase(suits, CardSet());
  return suits;
}

// Fills label_of, card_of and lowest.
void NumberCards(const TrumpTable& table, const std::vector<CardSet>& suits,
                 SearchTable& labels) {
  CardSet used;
  CardSet numbered;
  const auto add = [&](Card card, int label) {
    labels.label_of[Index(card)] = Card(label);
    labels.card_of[static_cast<std::size_t>(label)] = card;
    used.Add(Card(label));
    numbered.Add(card);
  };
  const bool in_bytes =
      suits.size() <= 4 &&
      std::all_of(suits.begin(), suits.end(),
                  [](CardSet suit) { return suit.size() <= 8; });
  int next = 0;
  for (const CardSet suit : suits) {
    labels.lowest.Add(Card(next));
    for (const Card card : FromWeakest(table, suit)) add(card, next++);
    if (in_bytes) next = (next + 7) / 8 * 8;
  }
  for (const Card card : ~numbered) {  // not of the deck, never in a hand
    add(card, (*(~used).begin()).index());
  }
}

}  // namespace

SearchTable MakeSearchTable(const CompiledRules& rules,
                            const TrumpTable& table) {
  SearchTable labels;
  const CardSet trumps = table.trumps & rules.deck;
  NumberCards(table, EffectiveSuits(rules.deck, trumps), labels);
  labels.table.trumps = labels.LabelsOf(table.trumps);
  labels.table.duties[kNoDuty] = Relabelled(labels, table.duties[kNoDuty]);
  std::uint8_t begin = 0;
  for (std::uint8_t label = 0; label < kCards; ++label) {
    if (labels.lowest.Has(Card(label))) begin = label;
    labels.suit_begin[label] = begin;
  }
  for (int index = 0; index < kCards; ++index) {
    const std::size_t card = Index(Card(index));
    const std::size_t label = Index(labels.label_of[card]);
    labels.table.duties[label] = Relabelled(labels, table.duties[card]);
    labels.table.answers[label] = labels.LabelsOf(table.answers[card]);
    labels.table.beaten_by[label] = labels.LabelsOf(table.beaten_by[card]);
    labels.points[label] = rules.card_points[card];
    const CardSet group =
        trumps.Has(Card(index))
            ? trumps
            : CardSet::OfSuit(Card(index).suit()) & rules.deck & ~trumps;
    labels.above[label] =
        labels.LabelsOf(table.beaten_by[card] & group & rules.deck);
  }
  return labels;
}

}  // namespace couillon
