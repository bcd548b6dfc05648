// Dealing: the pack of every deal of a seed, by its index. The same seed text,
// deck and index give the same pack for ever, on every machine and under every
// ruleset with that deck. Specified, with vectors, in docs/dealing.md.
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
  void PacksOf(CardSet deck, std::uint64_t first, std::span<Pack> packs) const;

  // The seed of the random draws of a bot in one decision. Neither the seed
  // text nor the deal nor any other decision follows from it.
  [[nodiscard]] std::uint64_t DecisionSeed(std::uint64_t index, Seat seat,
                                           int ply, int seating) const;

  // What is published before the first deal to commit to the seed: 64
  // hexadecimal digits from which neither the seed nor a deal follows.
  [[nodiscard]] const std::string& commitment() const { return commitment_; }

  // The stream of a deck, for the play kernel, which deals for itself.
  [[nodiscard]] StreamName StreamOf(CardSet deck) const;

 private:
  std::array<std::uint32_t, 8> deal_key_{};
  std::array<unsigned char, 16> decision_key_;
  std::string commitment_;
};

// A new seed text of 256 random bits, from the operating system.
std::string FreshSeed();

}  // namespace couillon
