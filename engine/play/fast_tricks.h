// The whole-step templates of Position, for loops over many random deals:
// PlayTrick plays a trick at once, AnswerOffer takes all answers to an offer at
// once. They have the same effect as LegalActions() and Apply() one decision at
// a time, but none of their branches depends on a card. Include this file only
// to call them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/cards/action.h"
#include "engine/cards/branchless.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/seat.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/play/trick.h"
#include "engine/rules/compiled_rules.h"

namespace couillon {

template <TrickShape kShape, typename Choose>
inline void Position::PlayTrick(Choose& choose) {
  if (trick_number_ + 1 == rules_->tricks) {
    PlayTrickAs<kShape, true>(choose);
  } else {
    PlayTrickAs<kShape, false>(choose);
  }
}

template <TrickShape kShape, bool kForced, typename Choose>
inline void Position::PlayTrickAs(Choose& choose) {
  const CompiledRules& rules = *rules_;
  const TrumpTable& table = *table_;
  const std::uint32_t players =
      kShape.players > 0 ? kShape.players : rules.players;
  const std::array<Seat, kMaxSeats>& turns = rules.turn_order[turn_];
  // Kept in registers: members of the position would go through memory.
  std::uint32_t winner = turn_;
  Card* const played = &played_[std::size_t{trick_number_} * players];
  std::uint32_t card_points = 0;
  Trick trick;
#pragma GCC unroll 4
  for (std::uint32_t i = 0; i < players; ++i) {
    const std::uint32_t turn = i == 0 ? turn_ : turns[i];
    const CardSet hand = hands_[turn];
    const CardSet legal =
        i == 0 || kForced ? hand
                          : trick.LegalCards(table, hand, kShape.has_heading);
    const CardSet chosen = kForced ? legal : choose(legal);
    const Card card = *chosen.begin();
    if (i == 0) {
      trick.Lead(table, card, LeadCounts());
    } else {
      winner = Either(trick.Follow(table, card, chosen).mask(), turn, winner);
    }
    hands_[turn] = hand & ~chosen;
    played[i] = card;
    card_points += rules.card_points[static_cast<std::size_t>(card.index())];
  }
  TakeTrick(static_cast<Seat>(winner), card_points);
}

template <typename Choose>
inline void Position::AnswerOffer(Choose& choose) {
  const Stage& stage = rules_->stage[stage_];
  const ActionSet legal = stage.legal;
  const auto asked = static_cast<std::size_t>(rules_->players - asked_);
  Seat seat = seat_;
  std::uint32_t taker = seat;
  std::uint32_t passed = 1;  // by all so far
  std::uint32_t calls = 0;
  for (std::size_t i = 0; i < asked; ++i) {
    const Action action = choose.OneOf(legal);
    calls_[call_count_ + i] = Call{.seat = seat, .action = action};
    calls += passed;
    taker = Either(passed, seat, taker);
    passed &= static_cast<std::uint32_t>(action == kPass);
    seat = rules_->Next(seat);
  }
  call_count_ = static_cast<std::uint8_t>(call_count_ + calls);
  if (passed == 0) {
    FixTrumps(pack_[stage.first].suit(), static_cast<Seat>(taker));
  } else {
    ++stage_;
    BeginStage();
  }
}

}  // namespace couillon
