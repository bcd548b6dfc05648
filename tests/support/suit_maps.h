// All permutations of the suits, for tests.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "engine/cards/card.h"
#include "engine/play/suit_map.h"

namespace couillon::tests {

// The 24 maps of suits, the identity first.
inline std::vector<SuitMap> AllSuitMaps() {
  std::array<Suit, kSuits> images = {Suit::kClubs, Suit::kDiamonds,
                                     Suit::kHearts, Suit::kSpades};
  std::vector<SuitMap> maps;
  do {
    maps.emplace_back(images);
  } while (std::next_permutation(images.begin(), images.end()));
  return maps;
}

}  // namespace couillon::tests
