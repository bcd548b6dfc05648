// The last three tricks of four players, many lines at a time. A line is a way
// to play the first of these tricks: which card each player chooses. After it,
// two tricks are left; all their choices are played without branches, for one
// line per byte lane. Compiled for several instruction sets; those of the
// machine are detected at run time. Only last_three_tricks.h, tests and
// benchmarks use this header.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace couillon {

struct ThreeTricks {
  static constexpr std::size_t kPlayers = 4;
  static constexpr std::size_t kHand = 3;
  template <typename T>
  using OfCards = std::array<std::array<T, kHand>, kPlayers>;

  // Players are counted from the leader on. From the highest bits of a code: 1
  // for a trump; the effective suit in two bits, inverted, 3 for trumps; the
  // strength in its suit in three bits; two bits that are 0. Cards of a hand
  // ascend.
  OfCards<std::uint8_t> codes{};
  OfCards<std::uint8_t> points{};  // card points, up to 15
  std::uint8_t left = 0;           // the card points of all these cards
  bool may_ruff = false;           // a hand that can follow suit
  bool must_ruff = false;          // a hand that cannot
};

// The choice of each player in two bits, that of the leader in the lowest: 0
// for the weakest card of the hand, 1, or 2.
using Line = std::uint8_t;

// The functions of one instruction set.
struct LineTarget {
  std::string name;  // as Highway calls it: "AVX3" is AVX-512
  // For each line, the card points that the leader's side gets in the three
  // tricks if all play the last two as well as they can. `lines` and `values`
  // have room for `count` rounded up to a multiple of 32; values after the
  // first `count` are of no use. Rules without a duty to beat a card.
  void (*values)(const ThreeTricks& tricks, const Line* lines,
                 std::size_t count, std::uint8_t* values) = nullptr;
};

// Returns the instruction sets of this machine, the best first; empty if it has
// no vectors. Detects them anew at each call. Thread-safe.
[[nodiscard]] std::vector<LineTarget> FindLineTargets();

}  // namespace couillon
