// The part of Position before and between cards: making trumps, Mit', Kontra
// and Re.
#include <bit>
#include <cstddef>
#include <cstdint>

#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/check.h"
#include "engine/cards/seat.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/ruleset.h"

namespace couillon {

int Position::TurnsFromEldest(Seat seat) const {
  const int players = rules_->players;
  return (rules_->step * (seat - dealer_) - 1 + 2 * players) % players;
}

std::size_t Position::DealtCount(Seat seat) const {
  if (table_ != nullptr) return rules_->hand_size;
  const auto turns = static_cast<std::size_t>(TurnsFromEldest(seat));
  return rules_->stage[stage_].held[turns];
}

CardSet Position::StartingHand(Seat seat) const {
  return Received(seat, rules_->hand_size);
}

// The cards of `seat` received before the trump step under way; in a layout,
// those face up.
CardSet Position::DealtSoFar(Seat seat) const {
  return Received(seat, DealtCount(seat));
}

// The first `count` cards of `seat`; in a layout, those of them face up.
CardSet Position::Received(Seat seat, std::size_t count) const {
  const auto turns = static_cast<std::size_t>(TurnsFromEldest(seat));
  const bool laid_out = rules_->IsLaidOut(seat);
  CardSet cards;
  for (std::size_t i = 0; i < count; ++i) {
    if (laid_out && rules_->covered[turns][i]) continue;
    cards.Add(pack_[rules_->places[turns][i]]);
  }
  return cards;
}

// Returns the places dealt face up before trump step `stage`; all such places
// if `stage` is the number of steps.
std::uint32_t Position::OpenPlaces(int stage) const {
  const bool last = stage == rules_->stages;
  const Stage* at =
      last ? nullptr : &rules_->stage[static_cast<std::size_t>(stage)];
  std::uint32_t open = last ? rules_->open_places : at->open_places;
  if (rules_->layout == Layout::kDummy) {
    const auto turns = static_cast<std::size_t>(TurnsFromEldest(rules_->dummy));
    const std::size_t dealt = last ? rules_->hand_size : at->held[turns];
    for (std::size_t i = 0; i < dealt; ++i) {
      if (!rules_->covered[turns][i]) {
        open |= 1U << rules_->places[turns][i];
      }
    }
  }
  return open;
}

void Position::TurnUp(std::uint8_t place) { exposed_.Add(pack_[place]); }

void Position::TurnUpOpen(int stage) {
  for (std::uint32_t open = OpenPlaces(stage); open != 0; open &= open - 1) {
    TurnUp(static_cast<std::uint8_t>(std::countr_zero(open)));
  }
}

// Enters the trump step `stage_`, or the first one after it that applies.
void Position::BeginStage() {
  for (;; ++stage_) {
    COUILLON_CHECK(stage_ < rules_->stages);
    const Stage& stage = rules_->stage[stage_];
    if (rules_->has_open_cards) TurnUpOpen(stage_);
    switch (stage.kind) {
      case StageKind::kOffer:
        TurnUp(stage.first);
        asked_ = 0;
        seat_ = eldest();
        return;
      case StageKind::kName: {
        const bool dummy = eldest() == rules_->dummy;
        if (stage.when != When::kAlways &&
            (stage.when == When::kEldestIsDummy) != dummy) {
          continue;
        }
        seat_ = eldest();
        return;
      }
      case StageKind::kTurn:
        TurnUp(stage.first);
        FixTrumps(pack_[stage.first].suit(),
                  stage.makers == Makers::kEldest ? eldest() : kNoSeat);
        return;
      case StageKind::kBlind:
        seat_ = eldest();
        return;
      case StageKind::kAbandon:
        phase_ = Phase::kAbandoned;
        return;
    }
  }
}

ActionSet Position::LegalTrumpActions() const {
  const Stage& stage = rules_->stage[stage_];
  if (!stage.legal.empty()) return stage.legal;
  const auto held_of = [this](Suit suit) {
    return DealtSoFar(seat_) & CardSet::OfSuit(suit);
  };
  if (stage.kind == StageKind::kOffer) {
    return ActionSet::Of(kPass) | ActionSet(held_of(pack_[stage.first].suit()));
  }
  ActionSet legal;
  if (stage.may_defer) legal |= ActionSet::Of(kDefer);
  if (stage.show) return legal | ActionSet(DealtSoFar(seat_));
  for (int i = 0; i < kSuits; ++i) {
    const Suit suit = static_cast<Suit>(i);
    if (!held_of(suit).empty()) legal |= ActionSet::Of(Action::Name(suit));
  }
  return legal;
}

void Position::ApplyTrumpAction(Action action) {
  const Stage& stage = rules_->stage[stage_];
  if (action == kPass) {
    if (++asked_ == rules_->players) {
      ++stage_;
      BeginStage();
    } else {
      seat_ = rules_->Next(seat_);
    }
    return;
  }
  if (action == kDefer) {
    ++stage_;
    BeginStage();
    return;
  }
  if (action == kPickFirst || action == kPickSecond) {
    const std::uint8_t place =
        action == kPickFirst ? stage.first : stage.second;
    TurnUp(place);
    FixTrumps(pack_[place].suit(),
              stage.makers == Makers::kEldest ? seat_ : kNoSeat);
    return;
  }
  if (action.is_card()) {  // shown to take or to name
    shown_ = action.card();
    has_shown_ = true;
    exposed_.Add(shown_);
    FixTrumps(shown_.suit(), seat_);
    return;
  }
  FixTrumps(action == kTake ? pack_[stage.first].suit() : action.suit(), seat_);
}

// Called when the Mit' has changed which card beats which. The cards of the
// trick keep their order: the promoted card is still in its holder's hand.
void Position::FindTable() {
  table_ = &rules_->tables[trump_][mit_seat_ != kNoSeat ? 1 : 0];
  if (trick_cards_ == 0) return;
  trick_ = Trick();
  const Seat turn = turn_;
  turn_ = leaders_[trick_number_];
  for (std::size_t i = 0; i < trick_cards_; ++i) {
    AddToTrick(played_[PlayedCount() - trick_cards_ + i], i);
    turn_ = rules_->Next(turn_);
  }
  turn_ = turn;
}

// Called before a card is played: asks the holder of the Mit' if they may
// declare it now. Once mit_holder_ is cleared they are not asked again.
void Position::AskMitIfDue() {
  if (mit_holder_ == kNoSeat) return;
  if (rules_->mit.window == MitWindow::kOwnTurn && turn_ != mit_holder_) return;
  phase_ = Phase::kMit;
  seat_ = mit_holder_;
}

void Position::ApplyAnnouncement(Action action) {
  switch (phase_) {
    case Phase::kMit:
      if (action == kSayMit) {
        mit_seat_ = seat_;
        mit_holder_ = kNoSeat;
        FindTable();
        if (rules_->mit.kontra) {
          AskKontraOrRe(Phase::kKontra, rules_->Next(seat_));
          return;
        }
      } else if (rules_->mit.window != MitWindow::kOpen) {
        mit_holder_ = kNoSeat;
      }
      break;
    case Phase::kKontra:
      if (action == kSayNothing) {
        AskKontraOrRe(Phase::kKontra, rules_->Next(seat_));
        return;
      }
      kontra_ = true;
      if (rules_->mit.re) {
        AskKontraOrRe(Phase::kRe, mit_seat_);
        return;
      }
      break;
    default:  // Re
      if (action == kSayNothing) {
        AskKontraOrRe(Phase::kRe, rules_->Next(seat_));
        return;
      }
      re_ = true;
      break;
  }
  ResumePlay();
}

// Asks the next seat from `from` on that may say Kontra or Re. All have been
// asked when the turn is back at the holder of the Mit'; play then resumes.
void Position::AskKontraOrRe(Phase phase, Seat from) {
  const bool asks_again = phase == phase_;  // of the same question
  const Side side = rules_->SideOf(mit_seat_);
  Seat seat = from;
  do {
    if (seat == mit_seat_ && (phase == Phase::kKontra || asks_again)) break;
    if ((rules_->SideOf(seat) == side) == (phase == Phase::kRe)) {
      phase_ = phase;
      seat_ = seat;
      return;
    }
    seat = rules_->Next(seat);
  } while (seat != mit_seat_);
  ResumePlay();
}

void Position::ResumePlay() {
  phase_ = Phase::kPlay;
  seat_ = turn_;
}

}  // namespace couillon
