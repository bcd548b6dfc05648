// The first dealer and their partner, drawn with cards. Leagues do not use
// this: they assign seats and dealers (rules.md C-11).
#pragma once

#include <optional>
#include <span>

#include "engine/cards/card.h"
#include "engine/cards/seat.h"

namespace couillon {

struct DealerAndPartner {
  Seat dealer = 0;
  Seat partner = 0;
  friend bool operator==(const DealerAndPartner&,
                         const DealerAndPartner&) = default;
};

// By jacks, as at Malmedy (C-10): cards are dealt face up, one to each seat
// from seat 0 on; whoever gets the first jack deals, and the next jack, dealt
// on past that seat, finds the partner. Nothing if `pack`, the top card first,
// does not hold two jacks. Requires: 2 <= players <= kMaxSeats.
[[nodiscard]] std::optional<DealerAndPartner> DealerByJacks(
    std::span<const Card> pack, int players);

// By drawing: `drawn` has the card of each seat from seat 0 on; the highest
// rank as printed deals and the second highest is the partner. Nothing if
// equal ranks leave either open, so that all have to draw again (C-9).
// Requires: at least two cards.
[[nodiscard]] std::optional<DealerAndPartner> DealerByDrawing(
    std::span<const Card> drawn);

}  // namespace couillon
