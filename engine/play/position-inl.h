// The part of Position that plays cards, inline since every search and playout
// spends its time here. Included by position.h alone.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/seat.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/ruleset.h"

namespace couillon {

inline void Position::AddToTrick(Card card, std::size_t cards_before) {
  if (cards_before == 0) {
    trick_.Lead(*table_, card, LeadCounts());
    winner_ = turn_;
  } else if (trick_.Follow(*table_, card)) {
    winner_ = turn_;
  }
}

inline void Position::PlayCard(Card card) {
  AddToTrick(card, trick_cards_);
  hands_[turn_].Remove(card);
  played_[PlayedCount()] = card;
  trick_points_ = static_cast<std::uint8_t>(
      trick_points_ +
      rules_->card_points[static_cast<std::size_t>(card.index())]);
  if (turn_ == mit_holder_) mit_holder_ = kNoSeat;
  if (++trick_cards_ == rules_->players) {
    FinishTrick();
    return;
  }
  turn_ = rules_->Next(turn_);
  seat_ = turn_;
  if (mit_holder_ != kNoSeat) AskMitIfDue();
}

inline void Position::FinishTrick() {
  const unsigned card_points = trick_points_;
  trick_points_ = 0;
  trick_cards_ = 0;
  trick_ = Trick();
  TakeTrick(winner_, card_points);
}

inline void Position::TakeTrick(Seat winner, unsigned card_points) {
  std::uint16_t& taken = taken_[rules_->SideOf(winner)];
  taken = static_cast<std::uint16_t>(taken + kTrickTaken + card_points);
  turn_ = winner;
  seat_ = winner;
  if (++trick_number_ == rules_->tricks) {
    phase_ = Phase::kDone;
  } else {
    leaders_[trick_number_] = winner;
  }
  if (stock_left_ > 0) DrawFromStock();
  if (rules_->layout != Layout::kNone) Uncover();
}

// Trumps are known: the rest is dealt and play begins.
inline void Position::FixTrumps(Suit trump, Seat maker) {
  trump_ = static_cast<std::uint8_t>(trump);
  maker_ = maker;
  if (rules_->has_open_cards) TurnUpOpen(rules_->stages);
  phase_ = Phase::kPlay;
  turn_ = rules_->lead_maker && maker != kNoSeat ? maker : eldest();
  seat_ = turn_;
  leaders_[0] = turn_;
  table_ = &rules_->tables[trump_][0];
  if (!rules_->has_mit) return;
  for (Seat seat = 0; seat < rules_->players; ++seat) {
    if (hands_[seat].Has(rules_->mit.card)) mit_holder_ = seat;
  }
  AskMitIfDue();
}

}  // namespace couillon
