// How early to try a card when few tricks are left: less exact than
// CardPromise, but found in less time. A wrong order costs little then. A part
// of trick_search.cc.
#pragma once

#include <cstddef>

#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/rules/compiled_rules.h"
#include "engine/solve/search_table.h"
#include "engine/solve/trick_lines.h"

namespace couillon {

// The n-th player of a trick, not its leader.
template <int kPlayers, int kNth>
class LatePromise {
 public:
  // Requires: the references outlive the promise.
  LatePromise(const SearchTable& table, const CardPoints& points,
              const TrickStart<kPlayers>& start, const CardsOnTable& on_table)
      : table_(table),
        points_(points),
        on_table_(on_table),
        later_(LaterHands::Of<kNth>(start)) {}

  // The higher the earlier. From -200 to 300.
  [[nodiscard, gnu::always_inline]] int Of(Card card) const;

 private:
  static std::size_t Index(Card card) {
    return static_cast<std::size_t>(card.index());
  }
  [[nodiscard]] int Points(Card card) const { return points_[Index(card)]; }
  [[nodiscard]] CardSet Stronger(Card card) const {
    return table_.table.beaten_by[Index(card)];
  }
  // Whether the player's side holds the trick so far.
  [[nodiscard]] bool IsHeld() const {
    return (on_table_.winner - kNth) % 2 == 0;
  }
  [[nodiscard]] bool Wins(Card card) const {
    return on_table_.trick.beating().Has(card);
  }
  // Of a card that wins the trick so far; `trump`: 1 if it is a trump, else 0.
  [[nodiscard, gnu::always_inline]] int OfWinner(Card card, int trump) const;

  const SearchTable& table_;
  const CardPoints& points_;
  const CardsOnTable& on_table_;
  LaterHands later_;
};

// The weights were tuned by the number of positions searched in whole deals of
// five rulesets (bench/notes/solver.md).
template <int kPlayers, int kNth>
inline int LatePromise<kPlayers, kNth>::Of(Card card) const {
  const int points = Points(card);
  const int trump = table_.table.trumps.Has(card) ? 1 : 0;
  const bool wins = Wins(card);
  const CardSet beating = on_table_.trick.beating() & later_.rivals;
  if (IsHeld() && beating.empty()) {
    return 100 + 3 * points - (wins ? 3 : 0) - 15 * trump;
  }
  if (wins) return OfWinner(card, trump);
  return IsHeld() ? 90 - points - 10 * trump : 50 - 4 * points - 15 * trump;
}

template <int kPlayers, int kNth>
inline int LatePromise<kPlayers, kNth>::OfWinner(Card card, int trump) const {
  const CardSet stronger = Stronger(card) & later_.rivals;
  if (stronger.empty() && !IsHeld()) return 200 - Points(card) - 5 * trump;
  return (IsHeld() ? 110 : 100) - 9 * stronger.size() - Points(card) -
         13 * trump;
}

}  // namespace couillon
