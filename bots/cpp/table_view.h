// A player's inferences from what they have seen: which cards are still to be
// played, and which of them each seat may hold.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/seat.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::bots {

struct TableView {
  // The knowledge about the cards that a seat could play now.
  struct Hand {
    CardSet known;            // cards that it certainly holds
    CardSet possible;         // unseen cards that it may hold
    std::uint8_t hidden = 0;  // number of cards of `possible` that it holds
  };

  const CompiledRules* rules = nullptr;
  const TrumpTable* table = nullptr;
  CardSet own;       // cards of the seat whose turn it is
  CardSet unseen;    // cards whose place is unknown
  CardSet at_large;  // cards that may still be played by other seats
  std::array<Hand, kMaxSeats> hands{};
  std::span<const Card> trick;  // the leader's card first
  Card winning;                 // of `trick`, if it has any cards
  Seat winner = 0;
  Seat turn = 0;
  bool free_play = false;  // no obligation to follow while the stock lasts

  // The cards that beat `card` and are not trumps.
  [[nodiscard]] CardSet HigherInSuit(Card card) const {
    return table->beaten_by[static_cast<std::size_t>(card.index())] &
           ~table->trumps;
  }
};

// The cards that a seat cannot hold any more, since it played `card` to a trick
// led by `led` while `winning` was the card to beat. Requires: the lead counts.
[[nodiscard]] CardSet RuledOut(const PlayRules& play, const TrumpTable& table,
                               Card led, Card winning, Card card);

// Requires: the observation is of the phase of play.
[[nodiscard]] TableView ViewTable(const CompiledRules& rules,
                                  const Observation& observation);

}  // namespace couillon::bots
