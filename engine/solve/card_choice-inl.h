// The legal cards that the n-th player of a trick has to try. A part of
// trick_search.cc.
//
// Cards of a hand are neighbours if they are of one effective suit and no card
// of another hand is between them, nor the card that wins the trick so far.
// Other cards on the table between them do not matter any more. After either of
// two neighbours, the rest of the deal has the same lines of play, with the
// other in its place; only their points change places. So:
// - if their points are equal, or if it is certain which side takes the trick,
//   one of them is as good as the other or better;
// - otherwise what side 0 gets differs by at most the difference of points.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/rules/compiled_rules.h"
#include "engine/solve/search_table.h"
#include "engine/solve/trick_lines.h"

namespace couillon {

template <int kPlayers, int kNth>
class CardChoice {
 public:
  // `legal` are the cards of the n-th player that are legal. `compare`: whether
  // cards of a hand may be compared, that is, no card in play is under another.
  // Requires: the references outlive the choice.
  CardChoice(const SearchTable& table, const CardPoints& points,
             const TrickStart<kPlayers>& start, const CardsOnTable& on_table,
             CardSet legal, bool compare)
      : table_(table),
        points_(points),
        start_(start),
        on_table_(on_table),
        later_(LaterHands::Of<kNth>(start)),
        legal_(legal),
        upper_(compare ? UpperNeighbours() : CardSet()) {}

  // The legal cards without those that another is as good as.
  [[nodiscard, gnu::always_inline]] CardSet Useful() const;

  // `tried` has led to `value` only, which is no answer to whether side 0 gets
  // `need`. Returns the cards of `untried` that may still answer it, and
  // includes what is known of the others in `best`. `ours`: side 0 chooses.
  [[nodiscard]] CardSet WithoutHopeless(Card tried, CardSet untried, int value,
                                        int need, bool ours, int& best) const;

 private:
  enum class Fate : std::uint8_t { kOpen, kOurs, kTheirs };  // of the trick

  static std::size_t Index(Card card) {
    return static_cast<std::size_t>(card.index());
  }
  [[nodiscard]] int Points(Card card) const { return points_[Index(card)]; }
  [[nodiscard]] CardSet Stronger(Card card) const {
    return table_.table.beaten_by[Index(card)];
  }
  // Returns true if the player's side holds the trick so far.
  [[nodiscard]] bool IsHeld() const {
    return kNth > 0 && (on_table_.winner - kNth) % 2 == 0;
  }
  [[nodiscard]] bool Wins(Card card) const {
    return kNth == 0 || on_table_.trick.beating().Has(card);
  }
  // The labels that keep two cards from being neighbours if they lie between.
  [[nodiscard]] CardSet Barrier() const;
  [[nodiscard]] CardSet UpperNeighbours() const;
  [[nodiscard]] Fate FateOf(Card card) const;

  const SearchTable& table_;
  const CardPoints& points_;
  const TrickStart<kPlayers>& start_;
  const CardsOnTable& on_table_;
  LaterHands later_;
  CardSet legal_;
  CardSet upper_;  // the legal cards that have a lower legal neighbour
};

template <int kPlayers, int kNth>
CardSet CardChoice<kPlayers, kNth>::Barrier() const {
  const CardSet all = start_.rest | table_.lowest;
  if constexpr (kNth == 0) return all;
  // The winning card is below those that beat it. If all trumps do, the label
  // below them is the strongest of a suit, above which there is nothing.
  const std::uint32_t beating = on_table_.trick.beating().mask();
  const CardSet winning(~beating & beating >> 1U);
  return (all & ~on_table_.played) | table_.lowest | winning;
}

// The sum carries each legal card over the gap above it to the next card in
// play; the lowest label of a suit stops it.
template <int kPlayers, int kNth>
CardSet CardChoice<kPlayers, kNth>::UpperNeighbours() const {
  const std::uint32_t gaps = ~Barrier().mask();
  const CardSet next(gaps + (legal_.mask() << 1U));
  return next & legal_ & ~table_.lowest;
}

// The side that takes the trick for certain if `card`, or a neighbour of it, is
// played: seen from the player's side.
template <int kPlayers, int kNth>
typename CardChoice<kPlayers, kNth>::Fate CardChoice<kPlayers, kNth>::FateOf(
    Card card) const {
  if (IsHeld()) {
    const CardSet beating = on_table_.trick.beating() & later_.rivals;
    if (beating.empty()) return Fate::kOurs;
  }
  if (Wins(card)) {
    const CardSet beating = Stronger(card) & later_.rivals;
    return beating.empty() ? Fate::kOurs : Fate::kOpen;
  }
  if (IsHeld()) return Fate::kOpen;
  const CardSet beating = on_table_.trick.beating() & later_.partners;
  return beating.empty() ? Fate::kTheirs : Fate::kOpen;
}

template <int kPlayers, int kNth>
inline CardSet CardChoice<kPlayers, kNth>::Useful() const {
  CardSet useful = legal_;
  CardSet kept;  // of the neighbours so far
  for (const Card card : upper_) {
    const CardSet alone = CardSet::Of(card);
    const std::uint32_t lower = legal_.mask() & (alone.mask() - 1);
    const CardSet neighbour(std::bit_floor(lower));
    if (!upper_.Has(*neighbour.begin()) || kept.empty()) kept = neighbour;
    const int gain = Points(card) - Points(*kept.begin());
    const Fate fate = FateOf(card);
    if (fate == Fate::kOpen && gain != 0) {
      kept = alone;
    } else if (fate == Fate::kTheirs ? gain > 0 : gain < 0) {
      useful &= ~alone;
    } else {
      useful &= ~kept;
      kept = alone;
    }
  }
  return useful;
}

template <int kPlayers, int kNth>
CardSet CardChoice<kPlayers, kNth>::WithoutHopeless(Card tried, CardSet untried,
                                                    int value, int need,
                                                    bool ours,
                                                    int& best) const {
  if (upper_.empty()) return untried;
  const CardSet barrier = (Barrier() & ~legal_) | table_.lowest;
  for (const Card card : untried) {
    const std::uint32_t one = CardSet::Of(card).mask();
    const std::uint32_t other = CardSet::Of(tried).mask();
    // From above the lower of the two to the higher.
    const CardSet span((std::max(one, other) - std::min(one, other)) << 1U);
    if (!(span & barrier).empty()) continue;
    const int swing = std::abs(Points(card) - Points(tried));
    const int bound = ours ? value + swing : value - swing;
    if ((bound >= need) == ours) continue;
    best = ours ? std::max(best, bound) : std::min(best, bound);
    untried.Remove(card);
  }
  return untried;
}

}  // namespace couillon
