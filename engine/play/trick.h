// A trick so far: which cards may be played to it next, and whether a card
// takes it. The duties of rules.md 2.5 group 4 as mask operations on effective
// suits, without branches that depend on the cards. Whose turn it is and what
// happens next is the business of Position.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/rules/compiled_rules.h"

namespace couillon {

// `then` if `condition` is not 0, else `otherwise`. What the cards of a deal
// decide is as good as random: a branch on it would be guessed wrong half of
// the time. GCC 12 makes branches of some of these, whatever it is told of how
// likely they are, so the instruction is named here.
[[nodiscard]] inline std::uint32_t Either(std::uint32_t condition,
                                          std::uint32_t then,
                                          std::uint32_t otherwise) {
#ifdef __x86_64__
  __asm__("test %1, %1\n\tcmovnz %2, %0"
          : "+r"(otherwise)
          : "r"(condition), "rm"(then)
          : "cc");
  return otherwise;
#else
  return condition != 0 ? then : otherwise;
#endif
}

// `then` if there are any of `cards`, else `otherwise`.
[[nodiscard]] inline CardSet Choose(CardSet cards, CardSet then,
                                    CardSet otherwise) {
  return CardSet(Either(cards.mask(), then.mask(), otherwise.mask()));
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
    return !Follow(table, card, CardSet::Of(card)).empty();
  }
  // The same for a caller who has the set of that card alone at hand. Returns
  // that set if the card wins, else nothing.
  CardSet Follow(const TrumpTable& table, Card card, CardSet alone) {
    const CardSet higher =
        table.beaten_by[static_cast<std::size_t>(card.index())];
    const CardSet wins = beat_winning_ & alone;
    beat_winning_ = Choose(wins, higher, beat_winning_);
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
    return IfAny(hand & Choose(follow, duty.able, duty.must), hand);
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
