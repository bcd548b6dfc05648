// A linear model: sums over suits and trumps, with weights fitted to solved
// deals by the number of tricks left.

#include "engine/solve/value_guess.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/seat.h"

namespace couillon {
namespace {

// The share of the points left that side 0 gets beyond one half, in
// thousandths; each weight counts for the side that has it.
struct GuessWeights {
  // In card points of an average trick:
  std::int16_t lead;
  std::int16_t trump;        // per trump
  std::int16_t high_trump;   // of the n-th highest trump, one n-th
  std::int16_t long_trumps;  // per trump of the hand with the most
  std::int16_t all_trumps;   // per trump, if the other side has none
  std::int16_t both_trumps;  // if every player of the side has trumps
  std::int16_t top_two;      // of the two highest cards of a plain suit
  std::int16_t ruff;         // per player with trumps and without a plain suit
  // In card points of the highest card of a plain suit:
  std::int16_t top;
  std::int16_t top_ruffed;  // per rival that can ruff it
};

// Least-squares fits to solved deals (bench/notes/solver.md), by the number of
// tricks left: to 4, to 6, more.
constexpr std::array<GuessWeights, 3> kGuessWeights = {
    {{197, -17, 933, 385, -186, 116, 58, -57, 484, -310},
     {180, 648, 1007, -187, -266, -767, 130, -40, 460, -191},
     {190, 470, 1231, 110, -258, -716, 359, 50, 297, -19}}};

// A guess that is too high costs less than one that is too low: answers of "no"
// come with closer bounds.
constexpr int kMargin = 1;

std::size_t Index(Card card) { return static_cast<std::size_t>(card.index()); }

CardSet HighestOf(CardSet cards) {
  return CardSet(std::bit_floor(cards.mask()));
}

class ValueGuess {
 public:
  ValueGuess(const CompiledRules& rules, const SearchTable& table,
             const SearchDeal& deal, const SearchTrick& trick)
      : rules_(rules),
        table_(table),
        rest_(trick.rest),
        trumps_(trick.rest & table.table.trumps),
        tricks_(std::max(1, trick.rest.size() / rules.players)),
        weights_(kGuessWeights[tricks_ <= 4   ? 0
                               : tricks_ <= 6 ? 1
                                              : 2]) {
    for (Seat seat = 0; seat < rules.players; ++seat) {
      hands_[seat] = deal.owned[seat] & trick.rest;
      if (rules.SideOf(seat) == 0) ours_ |= hands_[seat];
    }
    sum_ = SignOf(trick.turn) * weights_.lead;
  }

  [[nodiscard]] int Points() {
    int left = 0;
    for (const Card card : rest_) left += table_.points[Index(card)];
    AddTrumps();
    for (CardSet plain = rest_ & ~trumps_; !plain.empty();) {
      const CardSet suit = table_.table.answers[Index(*plain.begin())] & plain;
      AddPlain(suit);
      plain &= ~suit;
    }
    const int more = (sum_ * left / tricks_ + top_points_) / 1000;
    return std::clamp(left / 2 + more + kMargin, 0, left);
  }

 private:
  [[nodiscard]] int SignOf(Seat seat) const {
    return rules_.SideOf(seat) == 0 ? 1 : -1;
  }
  // Requires: one card.
  [[nodiscard]] int SignOf(CardSet card) const {
    return (card & ours_).empty() ? -1 : 1;
  }

  void AddTrumps() {
    int place = trumps_.size();
    for (const Card card : trumps_) {
      sum_ += SignOf(CardSet::Of(card)) *
              (weights_.trump + weights_.high_trump / place);
      --place;
    }
    struct {
      int count = 0;
      int longest = 0;
      bool both = true;
    } sides[2];
    for (Seat seat = 0; seat < rules_.players; ++seat) {
      auto& side = sides[rules_.SideOf(seat)];
      const int count = (hands_[seat] & trumps_).size();
      side.count += count;
      side.longest = std::max(side.longest, count);
      side.both = side.both && count > 0;
    }
    sum_ += (sides[0].longest - sides[1].longest) * weights_.long_trumps;
    if (sides[0].both) sum_ += weights_.both_trumps;
    if (sides[1].both) sum_ -= weights_.both_trumps;
    if (sides[1].count == 0) sum_ += sides[0].count * weights_.all_trumps;
    if (sides[0].count == 0) sum_ -= sides[1].count * weights_.all_trumps;
  }

  // The cards of a plain suit.
  void AddPlain(CardSet suit) {
    const CardSet top = HighestOf(suit);
    const int sign = SignOf(top);
    const CardSet second = HighestOf(suit & ~top);
    if (!second.empty() && SignOf(second) == sign) {
      sum_ += sign * weights_.top_two;
    }
    int weight = weights_.top;
    for (Seat seat = 0; seat < rules_.players; ++seat) {
      const CardSet hand = hands_[seat];
      if (!(hand & suit).empty() || (hand & trumps_).empty()) continue;
      sum_ += SignOf(seat) * weights_.ruff;
      if (SignOf(seat) != sign) weight += weights_.top_ruffed;
    }
    top_points_ += sign * table_.points[Index(*top.begin())] * weight;
  }

  const CompiledRules& rules_;
  const SearchTable& table_;
  CardSet rest_;
  CardSet trumps_;
  int tricks_;
  const GuessWeights& weights_;
  std::array<CardSet, kMaxSeats> hands_{};
  CardSet ours_;
  int sum_ = 0;         // times the points of an average trick
  int top_points_ = 0;  // weighted card points
};

}  // namespace

int GuessValue(const CompiledRules& rules, const SearchTable& table,
               const SearchDeal& deal, const SearchTrick& trick) {
  return ValueGuess(rules, table, deal, trick).Points();
}

}  // namespace couillon
