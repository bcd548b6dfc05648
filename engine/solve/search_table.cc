#include "engine/solve/search_table.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/rules/compiled_rules.h"

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

}  // namespace

SearchTable MakeSearchTable(const CompiledRules& rules,
                            const TrumpTable& table) {
  SearchTable labels;
  const CardSet trumps = table.trumps & rules.deck;
  std::vector<CardSet> groups;
  for (int suit = 0; suit < kSuits; ++suit) {
    groups.push_back(CardSet::OfSuit(static_cast<Suit>(suit)) & rules.deck &
                     ~trumps);
  }
  groups.push_back(trumps);
  std::erase(groups, CardSet());
  const bool apart =
      groups.size() <= 4 &&
      std::all_of(groups.begin(), groups.end(),
                  [](CardSet group) { return group.size() <= 8; });
  int next = 0;
  CardSet used;
  const auto add = [&labels, &used](Card card, int label) {
    labels.label_of[Index(card)] = Card(label);
    labels.card_of[static_cast<std::size_t>(label)] = card;
    used.Add(Card(label));
  };
  for (const CardSet group : groups) {
    labels.lowest.Add(Card(next));
    for (const Card card : FromWeakest(table, group)) add(card, next++);
    if (apart) next = (next + 7) / 8 * 8;
  }
  for (const Card card : ~rules.deck) {  // never in a hand
    add(card, (*(~used).begin()).index());
  }

  labels.table.trumps = labels.LabelsOf(table.trumps);
  labels.table.duties[kNoDuty] = Relabelled(labels, table.duties[kNoDuty]);
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
