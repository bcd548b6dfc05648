// The quantities measured at every table in addition to its result. A quantity
// is described here and computed in table.cc; tallies, sums and the columns of
// the store are derived from this list. Adding a quantity requires a new format
// number of the store.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "arena/table/enum_array.h"

namespace couillon::arena {

// Each is kept as the lead of the first bot of the pairing: its own less that
// of the second, in halves; the mean over a bot's sides when there are three.
enum class Quantity : std::uint8_t {
  kGamePoints,  // of a match: 2 won, 0 neither, -2 lost
  kCardPoints,  // 0 for matches and forfeits
};
inline constexpr std::array kAllQuantities = {Quantity::kGamePoints,
                                              Quantity::kCardPoints};
inline constexpr std::size_t kQuantities = kAllQuantities.size();

// "game" and so on, as the columns of the store begin.
constexpr std::string_view QuantityName(Quantity quantity) {
  constexpr std::array<std::string_view, kQuantities> kNames = {"game", "card"};
  return kNames[static_cast<std::size_t>(quantity)];
}

// One value per quantity.
template <typename Value>
using PerQuantity = EnumArray<Quantity, Value, kQuantities>;

}  // namespace couillon::arena
