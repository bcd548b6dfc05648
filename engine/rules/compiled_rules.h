// A ruleset compiled for play: flat tables without pointers, made once
// (compiler.h) and then read by every deal. Any number of threads may share it.
#pragma once

#include <array>
#include <cstdint>

#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/seat.h"
#include "engine/rules/deal_limits.h"
#include "engine/rules/ruleset.h"

namespace couillon {

inline constexpr int kMaxStages = 24;  // trump steps of a script

// The duties that a lead puts on those who play after it, as masks over the
// cards of their hands (rules.md 1.3). 32 bytes, so that indexing is a shift.
struct alignas(32) Duty {
  CardSet follow;
  CardSet able;           // allowed if the hand can follow, before heading
  CardSet must;           // required if it cannot follow but holds any of these
  CardSet ruff;           // trumps, unless trumps were led
  CardSet head_best;      // of `follow`: must beat the winning card if possible
  CardSet head_previous;  // of `follow`: must beat the card before if possible
  CardSet overtrump;      // of `ruff`: must beat the winning card if possible
};

// The index of a duty that allows every card: before a lead, and while the lead
// does not count.
inline constexpr std::uint8_t kNoDuty = kCards;

// The order of the cards and the duties after each lead, for one trump suit
// with or without the Mit' declared.
struct TrumpTable {
  CardSet trumps;
  std::array<Duty, kCards + 1> duties;  // by the card led, or kNoDuty
  // By the card led: every card that follows it.
  std::array<CardSet, kCards> answers;
  // By the winning card of a trick so far: every card that would beat it. The
  // winning card is a trump or of the led suit, so the table does not depend on
  // the led suit.
  std::array<CardSet, kCards> beaten_by;
};

enum class StageKind : std::uint8_t { kOffer, kName, kTurn, kBlind, kAbandon };

// A trump step of the script. Its cards are places in the pack, which are the
// same for every dealer: they depend on the turn order from eldest, not on the
// seat.
struct Stage {
  StageKind kind = StageKind::kAbandon;
  std::uint8_t first = 0;   // place of the card turned, or of pick 0
  std::uint8_t second = 0;  // place of pick 1
  bool show = false;
  bool may_defer = false;
  Pool pool = Pool::kAny;
  When when = When::kAlways;
  Makers makers = Makers::kNobody;
  // Cards that each player holds at this moment, by turn order from eldest.
  std::array<std::uint8_t, kMaxSeats> held{};
  // Places of the cards dealt face up before this moment.
  std::uint32_t open_places = 0;
  // The legal actions; empty if they depend on the cards held.
  ActionSet legal;
};

struct CompiledRules {
  Ruleset ruleset;

  std::uint8_t players = 0;
  std::uint8_t sides = 0;
  std::uint8_t pack_size = 0;
  std::uint8_t hand_size = 0;  // cards dealt to each seat
  std::uint8_t tricks = 0;
  std::uint8_t stock_first = 0;  // place of the first stock card
  std::uint8_t stock_size = 0;
  std::uint8_t stages = 0;
  std::int8_t step = 1;  // +1 clockwise, -1 anticlockwise
  Layout layout = Layout::kNone;
  Seat dummy = kNoSeat;
  Seat dummy_controller = kNoSeat;
  bool lead_maker = false;
  // True if the rules contain any duty to beat a card.
  bool has_heading = false;
  bool has_mit = false;
  MitRules mit;
  PlayRules play;
  CardSet deck;

  std::array<std::uint8_t, kCards> card_points{};
  // Places in the pack of the cards of each player, by turn order from
  // eldest, in the order received.
  std::array<std::array<std::uint8_t, kCards>, kMaxSeats> places{};
  // True if the n-th card of a player is laid face down under another.
  std::array<std::array<bool, kCards>, kMaxSeats> covered{};
  std::uint32_t open_places = 0;  // places dealt face up, layouts included
  bool has_open_cards = false;    // any of those, or a dummy's
  std::array<Stage, kMaxStages> stage{};
  std::array<std::array<TrumpTable, 2>, kSuits> tables{};  // [suit][declared]
  // turn_order[s][n]: the seat that plays n-th after seat s; s for n = 0.
  std::array<std::array<Seat, kMaxSeats>, kMaxSeats> turn_order{};
  std::array<Side, kMaxSeats> side_of{};

  [[nodiscard]] Seat Next(Seat seat) const { return turn_order[seat][1]; }
  // The seat that comes `turns` after eldest in turn order.
  [[nodiscard]] Seat FromEldest(Seat dealer, int turns) const {
    Seat seat = Next(dealer);
    for (; turns > 0; --turns) seat = Next(seat);
    return seat;
  }
  [[nodiscard]] Side SideOf(Seat seat) const { return side_of[seat]; }
  // Returns true if the cards of `seat` lie on the table in columns.
  [[nodiscard]] bool IsLaidOut(Seat seat) const {
    return layout == Layout::kAll ||
           (layout == Layout::kDummy && seat == dummy);
  }
  // Returns the seat that decides for `seat`: itself, unless it is a dummy.
  [[nodiscard]] Seat DeciderOf(Seat seat) const {
    return seat == dummy ? dummy_controller : seat;
  }
};

}  // namespace couillon
