// The view of one seat when a decision is due. The value does not depend on any
// card that the seat cannot know. Bots decide from it alone.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/seat.h"
#include "engine/rules/deal_limits.h"

namespace couillon {

// A decision other than a card played: in making trumps, or about Mit', Kontra
// or Re.
struct Call {
  Seat seat = 0;
  Action action;
  friend bool operator==(const Call&, const Call&) = default;
};

// The state of the match: game points left, cows and the carry.
struct MatchStanding {
  // Game points that each side still has to erase in this cow.
  std::array<std::int16_t, kMaxSides> lines_left{};
  std::array<std::uint8_t, kMaxSides> cows_won{};
  std::uint16_t pending_carry = 0;  // game points added to the next win
  std::uint16_t deals_played = 0;
  friend bool operator==(const MatchStanding&, const MatchStanding&) = default;
};

struct Observation {
  Phase phase = Phase::kPlay;
  Seat seat = 0;     // whose decision it is
  Seat decider = 0;  // who takes it: `seat`, or the partner of a dummy
  Seat dealer = 0;
  // True if a card in `legal` names trumps instead of taking an offer.
  bool naming = false;
  ActionSet legal;
  // The cards that `decider` holds and has seen; in a layout, those face up.
  // Empty while `decider` makes trumps for a dummy, before they see their own
  // cards.
  CardSet hand;
  // The cards of each seat that everybody can see.
  std::array<CardSet, kMaxSeats> open_cards{};
  // Every card turned up or shown so far, wherever it is now.
  CardSet exposed;
  // The card on offer, or the card that made trumps.
  std::optional<Card> upcard;
  std::optional<Suit> trump;
  Seat maker = kNoSeat;
  Seat mit_seat = kNoSeat;  // who declared the Mit'
  bool kontra = false;
  bool re = false;
  std::uint8_t stock_cards = 0;                       // left to draw
  std::array<std::uint8_t, kMaxSides> card_points{};  // in tricks taken
  std::array<std::uint8_t, kMaxSides> tricks_won{};
  MatchStanding standing;
  std::uint64_t random_seed = 0;  // for bots that draw at random

  // The calls that are public, and the decider's own.
  [[nodiscard]] std::span<const Call> calls() const {
    return {call_list.data(), call_count};
  }
  // All cards played, in order; tricks are runs of as many cards as players.
  [[nodiscard]] std::span<const Card> played() const {
    return {played_list.data(), played_count};
  }
  // The leader of each trick, the current one last; empty before play.
  [[nodiscard]] std::span<const Seat> leaders() const {
    return {leader_list.data(), leader_count};
  }

  std::array<Call, kMaxCalls> call_list{};
  std::array<Card, kCards> played_list{};
  std::array<Seat, kMaxTricks> leader_list{};
  std::uint8_t call_count = 0;
  std::uint8_t played_count = 0;
  std::uint8_t leader_count = 0;

  friend bool operator==(const Observation&, const Observation&) = default;
};

}  // namespace couillon
