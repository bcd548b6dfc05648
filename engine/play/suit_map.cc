// Relabels an observation; the cards played are relabelled in a loop that
// compilers vectorize.

#include "engine/play/suit_map.h"

#include "engine/cards/seat.h"

namespace couillon {
namespace {

// Relabels the first `count` of `cards` in a loop that compilers turn into
// vectors. A lookup by suit would prevent that. With suits as two bits, the XOR
// of all four is 0, and so is that of their images; hence the image of a suit
// is that of suit 0, changed by each of its bits that is set.
void RelabelCards(const SuitMap& map, std::uint8_t count,
                  std::array<Card, kCards>& cards) {
  const auto image = [&map](int suit) {
    return map(Card(static_cast<Suit>(suit), Rank::kSeven)).index();
  };
  const int low_bit = image(0) ^ image(1);
  const int high_bit = image(0) ^ image(2);
  for (std::uint8_t i = 0; i < kCards; ++i) {
    const int index = cards[i].index();
    const int relabelled = (index % kRanks) ^ image(0) ^
                           ((index & kRanks) != 0 ? low_bit : 0) ^
                           ((index & 2 * kRanks) != 0 ? high_bit : 0);
    cards[i] = Card(i < count ? relabelled : index);
  }
}

}  // namespace

Observation SuitMap::operator()(const Observation& seen) const {
  const SuitMap map = *this;  // in registers: not what `mapped` may overwrite
  Observation mapped = seen;
  mapped.legal = map(seen.legal);
  mapped.hand = map(seen.hand);
  for (std::size_t seat = 0; seat < kMaxSeats; ++seat) {
    mapped.open_cards[seat] = map(seen.open_cards[seat]);
  }
  mapped.exposed = map(seen.exposed);
  if (seen.upcard) mapped.upcard = map(*seen.upcard);
  if (seen.trump) mapped.trump = map(*seen.trump);
  for (std::size_t i = 0; i < seen.call_count; ++i) {
    mapped.call_list[i].action = map(seen.call_list[i].action);
  }
  RelabelCards(map, seen.played_count, mapped.played_list);
  return mapped;
}

}  // namespace couillon
