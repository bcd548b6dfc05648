// The last three tricks of four players, solved by playing every line of the
// first of them at once (line_values.h). It takes less time than a search of
// the few lines that matter, since it has no branches that depend on cards.
#pragma once

#include <array>
#include <cstdint>

#include "engine/cards/card_set.h"
#include "engine/rules/compiled_rules.h"
#include "engine/solve/duty_classes.h"
#include "engine/solve/line_values.h"
#include "engine/solve/search_table.h"

namespace couillon {

class LastThreeTricks {
 public:
  static constexpr int kPlayers = 4;
  // The labels of each hand, from the leader on.
  using Hands = std::array<CardSet, kPlayers>;

  // Returns true if it can play with this table of these rules: four players on
  // two sides, no duty to beat a card, no cards under others, and suits and
  // card points that fit into the bits they have.
  [[nodiscard]] static bool Knows(const CompiledRules& rules,
                                  const SearchTable& table);

  // Requires: Knows(rules, table).
  LastThreeTricks(const CompiledRules& rules, const SearchTable& table,
                  const LineTarget& target);

  // The card points that side 0 gets. Requires: three cards per hand, which
  // together have `left` card points.
  // `ours`: whether side 0 leads.
  [[nodiscard]] int PointsOf(const Hands& hands, bool ours, int left) const;

 private:
  LineTarget target_;
  bool may_ruff_;
  bool must_ruff_;
  std::array<std::uint8_t, kCards> codes_{};  // as in ThreeTricks
  CardPoints points_;
  CardSet lowest_;
  // Labels with the same card points as all below them in their suit, if any.
  CardSet repeats_;
  std::array<DutyClasses, kCards> classes_{};  // by the card led
};

}  // namespace couillon
