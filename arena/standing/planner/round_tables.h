// Seats bots at tables with partners: who wants to play together does, and
// opponents change as evenly as possible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace couillon::arena {

// A number for every two of some players, 0 at first.
class PairCounts {
 public:
  explicit PairCounts(int players)
      : players_(static_cast<std::size_t>(players)),
        counts_(players_ * players_) {}

  // Requires: a != b, both from 0 to players - 1; the order does not matter.
  [[nodiscard]] std::int64_t of(int a, int b) const {
    return counts_[Place(a, b)];
  }
  void Add(int a, int b, std::int64_t more) { counts_[Place(a, b)] += more; }

 private:
  [[nodiscard]] std::size_t Place(int a, int b) const {
    const auto low = static_cast<std::size_t>(a < b ? a : b);
    const auto high = static_cast<std::size_t>(a < b ? b : a);
    return (low * players_) + high;
  }
  std::size_t players_;
  std::vector<std::int64_t> counts_;
};

// Two teams of partners, each ascending; the first has the lowest player of
// both.
struct SeatedTable {
  std::vector<int> first;
  std::vector<int> second;
  friend bool operator==(const SeatedTable&, const SeatedTable&) = default;
};

// How often two teams have met, the first with the lowest player of both.
using MeetingCounts =
    std::map<std::pair<std::vector<int>, std::vector<int>>, std::int64_t>;

struct SeatingWishes {
  int players = 0;  // at least `seats`
  int seats = 4;    // of a table: 4, 6 or 8
  // How often two players have been partners and opponents, in any unit, but
  // the same for both.
  PairCounts partners;
  PairCounts opponents;
  std::int64_t unit = 1;  // what a table adds to them, at least 1
  // Above 0 for two players who have to be partners.
  PairCounts wanted;
  // In any unit.
  MeetingCounts meetings = {};
};

// Returns tables at which every wanted pair are partners once, or with more
// than two in a team at least once. A player sits at several tables. Others
// become partners where the numbers leave no choice, those first who have been
// least often. Opponents are chosen so that every two players are equally
// often, and then so that teams have met least: strengths that do not simply
// add up disturb ratings less if teams meet many others. Deterministic. Time:
// players^4, and a limited search.
std::vector<SeatedTable> SeatRound(const SeatingWishes& wishes);

}  // namespace couillon::arena
