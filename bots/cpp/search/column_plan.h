// The columns of a hand laid out on the table: a card face up on one face down.
// Of a card seen face up it is not known whether it lay on top from the start
// or was uncovered. Draws that history: all that agree with the cards played
// are equally likely.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "bots/cpp/random.h"
#include "engine/cards/card.h"
#include "engine/cards/pack.h"

namespace couillon::bots {

class ColumnPlan {
 public:
  // A card of the hand that has been seen face up.
  struct Seen {
    Card card;
    // The first trick at whose end the card may have been uncovered; the card
    // was not face up before. kFromStart if it may have been face up always.
    int uncovered_from = -1;
  };
  static constexpr int kFromStart = -1;

  // `played`: one card for each finished trick, in order. `open`: the other
  // cards seen, that of the trick under way included. The places of a column
  // have the same index in `tops` and `unders`.
  ColumnPlan(std::vector<Seen> played, std::vector<Seen> open,
             std::vector<std::uint8_t> tops, std::vector<std::uint8_t> unders);

  [[nodiscard]] bool possible() const;
  // The number of cards never seen: they lie face down still.
  [[nodiscard]] std::size_t hidden() const {
    return 2 * tops_.size() - seen_.size();
  }

  // Puts all cards of the hand into the pack. Requires: possible(); `cards` are
  // as many as hidden().
  void Place(Random& random, std::span<const Card> cards, Pack& pack) const;

 private:
  // The finished tricks whose uncovered card is not accounted for; bit = trick.
  using Tricks = std::uint32_t;

  [[nodiscard]] bool Finished(std::size_t at) const { return at < finished_; }
  [[nodiscard]] Tricks Sources(std::size_t at, Tricks open) const;
  [[nodiscard]] bool MayBeTop(std::size_t at) const;
  [[nodiscard]] Tricks AfterTop(std::size_t at, Tricks open) const;
  double Count(std::size_t at, Tricks open);
  [[nodiscard]] double Ways(std::size_t at, Tricks open) const;
  [[nodiscard]] Tricks DrawSource(Random& random, std::size_t at,
                                  Tricks open) const;

  std::vector<Seen> seen_;    // those played in finished tricks first
  std::size_t finished_ = 0;  // how many of them
  std::vector<std::uint8_t> tops_;
  std::vector<std::uint8_t> unders_;
  std::unordered_map<std::uint64_t, double> ways_;  // by `at` and `open`
};

}  // namespace couillon::bots
