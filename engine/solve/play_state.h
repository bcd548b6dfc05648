// The cards of a deal under way as the search sees them: whose they are, which
// of them lie under others, and the trick on the table, all in labels.
#pragma once

#include <array>
#include <cstdint>

#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/seat.h"
#include "engine/play/position.h"
#include "engine/play/trick.h"
#include "engine/rules/compiled_rules.h"
#include "engine/solve/search_table.h"

namespace couillon {

// The part of a deal that stays the same while cards are played.
struct SearchDeal {
  std::array<CardSet, kMaxSeats> owned{};  // by seat, cards played since too
  // By label: the label that lies under it; the label itself if none.
  std::array<Card, kCards> under{};
  CardSet covers;  // cards with another one under them
  friend bool operator==(const SearchDeal&, const SearchDeal&) = default;
};

// The trick on the table.
struct SearchTrick {
  CardSet rest;  // all cards not played when the trick began
  Trick trick;
  CardSet played;          // to this trick
  std::uint8_t count = 0;  // cards played to it
  Seat leader = 0;
  Seat turn = 0;
  Seat winner = 0;          // so far; the leader before a card is played
  std::uint8_t points = 0;  // card points on the table
};

// The position in labels. `owned` has the cards in play now: those in hands,
// those under them, and those of the trick on the table.
// Requires: position.OnlyCardsAreDue(), no stock is left, `table` is that of
// the position.
void ReadPosition(const Position& position, const SearchTable& table,
                  SearchDeal& deal, SearchTrick& trick);

}  // namespace couillon
