// Cards of known places first, then the others in random order over the places
// that are left.

#include "bots/cpp/search/hand_plan.h"

#include <algorithm>
#include <array>
#include <bit>

#include "bots/cpp/search/card_split.h"
#include "engine/cards/bit_count.h"

namespace couillon::bots {
namespace {

// Returns one of the bits of `mask` at random, as its number.
// Requires: `mask` is not 0.
int OneOf(Random& random, std::uint32_t mask) {
  std::uint64_t skip =
      random.Below(static_cast<std::uint64_t>(CountBits(mask)));
  for (; skip > 0; --skip) mask &= mask - 1;
  return std::countr_zero(mask);
}

}  // namespace

std::uint32_t HandPlan::PlaceEarly(Random& random, CardOrder order,
                                   Pack& pack) const {
  std::uint32_t left = free;
  if (order == CardOrder::kAny) random.Skip(early.size());
  // The limits ascend, so the number of places open to a card does not depend
  // on the places taken before: all orders are equally likely.
  for (const Early& each : early) {
    const std::uint32_t first = (std::uint32_t{1} << each.limit) - 1;
    const int at = order == CardOrder::kAny ? std::countr_zero(left)
                                            : OneOf(random, left & first);
    left &= ~(std::uint32_t{1} << at);
    pack[places[static_cast<std::size_t>(at)]] = each.card;
  }
  return left;
}

void HandPlan::Place(Random& random, std::span<const Card> cards,
                     CardOrder order, Pack& pack) const {
  for (const Fixed& each : fixed) pack[each.place] = each.card;
  if (!turned.empty()) {
    std::array<Card, kCards> shuffled;
    std::copy(turned.begin(), turned.end(), shuffled.begin());
    Shuffle(random, {shuffled.data(), turned.size()});
    for (std::size_t i = 0; i < turned.size(); ++i) {
      pack[turned_places[i]] = shuffled[i];
    }
  }
  std::uint32_t left = PlaceEarly(random, order, pack);
  const auto place = [this, &left, &pack](Card card) {
    const auto at = static_cast<std::size_t>(std::countr_zero(left));
    left &= left - 1;
    pack[places[at]] = card;
  };
  if (order == CardOrder::kAny) {
    const std::size_t count = known.size() + cards.size();
    random.Skip(count > 0 ? count - 1 : 0);  // those of Shuffle
    for (const Card card : known) place(card);
    for (const Card card : cards) place(card);
    return;
  }
  std::array<Card, kCards> rest;
  Card* end = std::copy(known.begin(), known.end(), rest.begin());
  end = std::copy(cards.begin(), cards.end(), end);
  Shuffle(random, {rest.data(), end});
  for (const Card* card = rest.data(); card != end; ++card) place(*card);
}

}  // namespace couillon::bots
