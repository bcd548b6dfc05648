// The places of the cards of one hand in the pack, as far as they are known.
// The places are drawn: each order of the cards that agrees with what was seen
// is equally likely.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bots/cpp/random.h"
#include "engine/cards/card.h"
#include "engine/cards/pack.h"

namespace couillon::bots {

// The order in which a seat received its cards: drawn, or any: then fewer
// numbers are mixed, but as many are taken from the generator.
enum class CardOrder : std::uint8_t { kDrawn, kAny };

// The places of one seat, or of all cards that no seat has received.
struct HandPlan {
  // A card known to be among the first `limit` places.
  struct Early {
    Card card;
    std::size_t limit = 0;
  };
  struct Fixed {
    Card card;
    std::uint8_t place = 0;
  };

  std::vector<std::uint8_t> places;  // in the order received
  std::vector<Fixed> fixed;          // cards whose places are known
  // Cards turned up, and the places in which they lie in an unknown order.
  std::vector<Card> turned;
  std::vector<std::uint8_t> turned_places;
  std::vector<Early> early;  // by ascending limit
  std::vector<Card> known;   // cards of the hand that may lie anywhere
  std::size_t hidden = 0;    // how many unknown cards lie here

  // Bits of the places that are neither fixed nor turned, by their index.
  std::uint32_t free = 0;

  // Puts all cards of the hand into the pack. Requires: `cards` are as many as
  // `hidden`; `free` is filled in.
  void Place(Random& random, std::span<const Card> cards, CardOrder order,
             Pack& pack) const;

 private:
  // Puts `early` into the pack and returns the places left.
  std::uint32_t PlaceEarly(Random& random, CardOrder order, Pack& pack) const;
};

}  // namespace couillon::bots
