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

// The lines of one lead: the choice of the second player changes first, that of
// the last player last. A value at `second` is one choice of the second player
// further, if there is such a choice, otherwise 0 further. The same for `third`
// and `last`.
struct LinesOfLead {
  static constexpr std::size_t kRoom = 32;  // whole vectors; 27 are in use
  std::array<Line, kRoom> lines{};          // without the choice of the leader
  std::uint8_t count = 0;
  std::array<std::uint8_t, 2> second{};
  std::array<std::uint8_t, 2> third{};
  std::array<std::uint8_t, 2> last{};
};

// The lines of all leads that are tried, one lead after the other.
struct LinesOfLeads {
  static constexpr std::size_t kRoom = LinesOfLead::kRoom;
  // There are 81 at most. Up to 31 more are read for nothing.
  alignas(kRoom) std::array<Line, 4 * kRoom> lines;
  std::size_t count = 0;
  std::array<const LinesOfLead*, ThreeTricks::kHand> leads;
  std::size_t lead_count = 0;
};

// The functions of one instruction set.
struct LineTarget {
  std::string name;  // as Highway calls it: "AVX3" is AVX-512
  // The card points that the leader's side gets in the three tricks if all play
  // as well as they can, the leader one of `leads`. Rules without a duty to
  // beat a card. Requires: there are leads, and the lines are set up to a
  // multiple of LinesOfLead::kRoom.
  int (*value)(const ThreeTricks& tricks, const LinesOfLeads& leads) = nullptr;
};

// Returns the instruction sets of this machine, the best first; empty if it has
// no vectors. Detects them anew at each call. Thread-safe.
[[nodiscard]] std::vector<LineTarget> FindLineTargets();

}  // namespace couillon
