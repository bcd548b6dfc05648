// Dealing: the pack of each deal of a seed, by its index. The same seed text,
// deck and index give the same pack in every version, on every machine and
// under every ruleset with that deck. docs/dealing.md specifies it, with test
// vectors.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "engine/cards/card_set.h"
#include "engine/cards/pack.h"
#include "engine/cards/seat.h"
#include "engine/deal/keystream.h"

namespace couillon {

// The deals of one seed text. Immutable, so threads may share it.
class DealSource {
 public:
  explicit DealSource(std::string_view seed_text);

  // The shuffled pack of deal `index`. Every order of the deck is equally
  // likely. Only the first deck.size() cards are set.
  [[nodiscard]] Pack PackOf(CardSet deck, std::uint64_t index) const;

  // The packs of deals `first`, `first` + 1 ..., one for each of `packs`: the
  // same as PackOf one by one, and several times as fast for dozens of packs.
  void DealPacks(CardSet deck, std::uint64_t first,
                 std::span<Pack> packs) const;

  // Returns the random seed of one decision, from which a bot may draw. It
  // reveals neither the seed text nor the deal nor another decision's seed.
  // `ply` counts the decisions before it in the deal; `seating` says which bots
  // sit where, from 0. Requires: 0 <= ply < 65536; 0 <= seating < 256.
  [[nodiscard]] std::uint64_t DecisionSeed(std::uint64_t index, Seat seat,
                                           int ply, int seating) const;

  // The commitment to the seed, published before the first deal: 64 hexadecimal
  // digits that reveal neither the seed nor a deal.
  [[nodiscard]] const std::string& commitment() const { return commitment_; }

  // The keystream of a deck, for the play kernel, which does its own dealing.
  [[nodiscard]] StreamName StreamOf(CardSet deck) const;

 private:
  std::array<std::uint32_t, 8> deal_key_{};
  std::array<std::uint64_t, 2> decision_key_{};
  std::string commitment_;
};

// A new seed text of 256 random bits, from the operating system.
std::string FreshSeed();

}  // namespace couillon
