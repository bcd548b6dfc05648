// The cards of a deal numbered by strength, for the search. A label is a number
// from 0 to 31: cards of one effective suit have neighbouring labels in
// ascending order of strength, so that "the next card above" is one bit scan.
// The trumps have the highest labels. Where every suit has at most eight cards,
// each has the labels of one byte.
#pragma once

#include <array>
#include <cstdint>

#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/rules/compiled_rules.h"

namespace couillon {

// Card points by label.
using CardPoints = std::array<std::uint8_t, kCards>;

// Sets of labels are CardSets, so that Trick and TrumpTable work on them as
// they do on cards.
struct SearchTable {
  TrumpTable table;
  std::array<Card, kCards> label_of{};  // by card
  std::array<Card, kCards> card_of{};   // by label
  // By label: the labels of its effective suit that beat it.
  std::array<CardSet, kCards> above{};
  CardSet lowest;  // the weakest label of each effective suit
  // By label: the weakest of its effective suit.
  std::array<std::uint8_t, kCards> suit_begin{};
  CardPoints points{};

  [[nodiscard]] CardSet LabelsOf(CardSet cards) const {
    CardSet labels;
    for (const Card card : cards) {
      labels.Add(label_of[static_cast<std::size_t>(card.index())]);
    }
    return labels;
  }
};

// `table` is one of rules.tables. Costs about 10 microseconds: make it once.
[[nodiscard]] SearchTable MakeSearchTable(const CompiledRules& rules,
                                          const TrumpTable& table);

}  // namespace couillon
