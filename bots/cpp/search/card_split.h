// Draws a split of cards among shares of fixed sizes, each share open to some
// of the cards only: all splits that obey are equally likely. The counting is
// done once; a draw then takes some nanoseconds per card.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "bots/cpp/random.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"

namespace couillon::bots {

class CardSplit {
 public:
  struct Share {
    CardSet allowed;  // cards that may lie in it
    int cards = 0;    // how many cards lie in it
  };

  // Requires: the sizes of `shares` add up to that of `pool`.
  CardSplit(CardSet pool, std::span<const Share> shares);

  // Returns true if there is any split.
  [[nodiscard]] bool possible() const { return ways_ > 0; }
  // The number of splits; exact up to 2^53.
  [[nodiscard]] double ways() const { return ways_; }

  // Writes the cards of the first share, then those of the second, and so on.
  // The cards of one share are in no particular order, so shuffle them where
  // their order matters. Requires: possible(); `cards` has room for the pool.
  void Draw(Random& random, std::span<Card> cards) const;

 private:
  // Shares with the same allowed cards are one group, split further by order.
  struct Group {
    CardSet allowed;
    std::vector<std::size_t> shares;
    std::size_t cards = 0;
  };
  // Cards that may lie in the same groups. They lie side by side in cards_.
  struct Class {
    std::uint32_t groups = 0;  // bit = group
    std::size_t first = 0;     // in cards_
    std::size_t size = 0;
  };
  // The number of cards of each class that a group takes, and the node that
  // follows.
  struct Edge {
    std::uint64_t below = 0;  // drawn if a random number is not above it
    std::size_t node = 0;
  };
  // A group about to take its cards, given the number left of each class.
  struct Node {
    std::size_t first = 0;  // in edges_
    std::size_t count = 0;
    double ways = 0;
  };
  using Counts = std::array<std::uint8_t, kCards>;  // of cards, by class
  struct Choice {
    Counts takes{};
    std::size_t node = 0;
    double ways = 0;
  };

  void FormGroups(CardSet pool, std::span<const Share> shares);
  void FormClasses(CardSet pool);
  std::size_t Build(std::size_t group, const Counts& left);
  void Choose(std::size_t group, std::size_t in_class, std::size_t cards,
              const Counts& left, Choice& choice, std::vector<Choice>& choices);
  void Link(const std::vector<Choice>& choices, Node& node);

  std::vector<Group> groups_;
  std::vector<Class> classes_;
  std::vector<std::size_t> offsets_;  // of each share in what is drawn
  std::vector<std::size_t> sizes_;    // of each share
  std::array<Card, kCards> cards_{};
  std::size_t pool_size_ = 0;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<std::uint8_t> takes_;                   // by edge and class
  std::vector<std::map<Counts, std::size_t>> known_;  // nodes, by group
  std::size_t root_ = 0;
  double ways_ = 0;
};

// Puts `cards` into random order.
inline void Shuffle(Random& random, std::span<Card> cards) {
  for (std::size_t left = cards.size(); left > 1; --left) {
    const auto at = static_cast<std::size_t>(random.Below(left));
    const Card card = cards[at];
    cards[at] = cards[left - 1];
    cards[left - 1] = card;
  }
}

}  // namespace couillon::bots
