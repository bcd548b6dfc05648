// A trick so far: which cards may be played to it next, and whether a card
// takes it. The duties of rules.md 1.3 as mask operations on effective suits,
// without branches that depend on the cards. Position knows whose turn it is
// and what happens next.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/cards/branchless.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/rules/compiled_rules.h"

namespace couillon {

// The properties that all tricks of a ruleset share; loops over the cards of a
// trick are compiled once for each shape (fast_tricks.h).
struct TrickShape {
  std::uint32_t players;  // 4, or 0 for any other number
  bool has_heading;
  static TrickShape Of(const CompiledRules& rules) {
    return {.players = rules.players == 4 ? 4U : 0U,
            .has_heading = rules.has_heading};
  }
  friend bool operator==(const TrickShape&, const TrickShape&) = default;
};

class Trick {
 public:
  // Adds the first card. `lead_counts` is false while the lead imposes no duty.
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
  // The same for a caller that has `alone`, the set of `card` only. Returns
  // that set if the card wins, else the empty set.
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

  // The cards that would win the trick now. Requires: a card has been led.
  [[nodiscard]] CardSet beating() const { return beat_winning_; }

 private:
  [[nodiscard]] CardSet LegalWithHeading(const Duty& duty, CardSet hand,
                                         CardSet follow) const {
    const CardSet head = follow & ((duty.head_best & beat_winning_) |
                                   (duty.head_previous & beat_previous_));
    // The duty to overtrump holds for voluntary ruffs as well.
    const CardSet all_ruffs = hand & duty.ruff;
    const CardSet over = all_ruffs & duty.overtrump & beat_winning_;
    const CardSet ruffs = IfAny(over, all_ruffs);
    const CardSet able = IfAny(head, follow) | (ruffs & duty.able);
    const CardSet free = hand & ~duty.ruff;
    const CardSet unable = ruffs | Choose(hand & duty.must, CardSet(), free);
    return Choose(follow, able, unable);
  }

  // The cards that beat the winning card, and those that beat the card before;
  // empty before the lead. After a discard, beat_previous_ includes higher
  // cards of its suit. This has no effect: only cards that follow suit have to
  // head, and those cards do not follow suit.
  CardSet beat_winning_;
  CardSet beat_previous_;
  std::uint8_t duty_ = kNoDuty;
};

}  // namespace couillon
