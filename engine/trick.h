// A trick so far: which cards may be played to it next, and whether a card
// takes it. The duties of rules.md 2.5 group 4 as mask operations on effective
// suits, without branches that depend on the cards. Whose turn it is and what
// happens next is the business of Position.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/card.h"
#include "engine/card_set.h"
#include "engine/compiled_rules.h"

namespace couillon {

// `then` if there are any of `cards`, else `otherwise`. What a hand holds is as
// good as random, and a branch on it would be guessed wrong half of the time.
[[nodiscard]] inline CardSet Choose(CardSet cards, CardSet then,
                                    CardSet otherwise) {
  return __builtin_expect_with_probability(cards.empty() ? 1 : 0, 1, 0.5) != 0
             ? otherwise
             : then;
}
[[nodiscard]] inline CardSet IfAny(CardSet cards, CardSet otherwise) {
  return Choose(cards, cards, otherwise);
}

class Trick {
 public:
  // Adds the first card. `lead_counts` is false while cards are played freely.
  void Lead(const TrumpTable& table, Card card, bool lead_counts) {
    const auto index = static_cast<std::size_t>(card.index());
    duty_ = lead_counts ? static_cast<std::uint8_t>(index) : kNoDuty;
    beat_winning_ = table.beaten_by[index];
    beat_previous_ = table.beaten_by[index];
  }

  // Adds another card; returns whether it wins the trick so far.
  bool Follow(const TrumpTable& table, Card card) {
    const CardSet higher =
        table.beaten_by[static_cast<std::size_t>(card.index())];
    const bool wins = beat_winning_.Has(card);
    const CardSet change(std::uint32_t{0} - std::uint32_t{wins});
    beat_winning_ = (beat_winning_ & ~change) | (higher & change);
    beat_previous_ = higher;
    return wins;
  }

  // The cards of `hand` that may be played next; never empty if `hand` is not.
  // `has_heading` is that of the rules of `table`.
  [[nodiscard]] CardSet LegalCards(const TrumpTable& table, CardSet hand,
                                   bool has_heading) const {
    const Duty& duty = table.duties[duty_];
    const CardSet follow = hand & duty.follow;
    if (has_heading) return LegalWithHeading(duty, hand, follow);
    const CardSet unable = IfAny(hand & duty.must, hand);
    return Choose(follow, hand & duty.able, unable);
  }

 private:
  [[nodiscard]] CardSet LegalWithHeading(const Duty& duty, CardSet hand,
                                         CardSet follow) const {
    const CardSet head = follow & ((duty.head_best & beat_winning_) |
                                   (duty.head_previous & beat_previous_));
    // Whoever ruffs a ruff, by duty or by choice, may have to beat it.
    const CardSet all_ruffs = hand & duty.ruff;
    const CardSet over = all_ruffs & duty.overtrump & beat_winning_;
    const CardSet ruffs = IfAny(over, all_ruffs);
    const CardSet able = IfAny(head, follow) | (ruffs & duty.able);
    const CardSet free = hand & ~duty.ruff;
    const CardSet unable = ruffs | Choose(hand & duty.must, CardSet(), free);
    return Choose(follow, able, unable);
  }

  // What beats the winning card and the one before. Nothing is due at first.
  // A discard is beaten by its own suit too, which nobody minds: a card of
  // that suit cannot follow, and what follows is all that has to head.
  CardSet beat_winning_;
  CardSet beat_previous_;
  std::uint8_t duty_ = kNoDuty;
};

}  // namespace couillon
