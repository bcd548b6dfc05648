// Counts the outcomes of the tables of one unit, in any order, into the sums
// that are stored: for the referee as it plays, and for the auditor as it
// plays again.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "arena/table/table.h"
#include "arena/unit/pair_score.h"
#include "arena/unit/unit_result.h"

namespace couillon::arena {

class UnitTally {
 public:
  // Requires: seatings is the size of Seatings(sides).
  UnitTally(std::uint32_t items, int seatings);

  // Counts the table of `item` (from the unit's first) in `seating`; each once.
  void Count(std::uint32_t item, int seating, const Outcome& outcome);
  // Whether every table has been counted.
  [[nodiscard]] bool complete() const { return counted_ == tables(); }
  [[nodiscard]] std::uint32_t tables() const {
    return static_cast<std::uint32_t>(scores_.size()) *
           static_cast<std::uint32_t>(seatings_);
  }
  [[nodiscard]] int seatings() const { return seatings_; }

  // Writes scores, sums, deals and forfeits. Requires: complete().
  void WriteTo(UnitResult& result) const;

 private:
  int seatings_;
  std::uint32_t counted_ = 0;
  std::int64_t deals_ = 0;
  std::int64_t forfeits_ = 0;
  std::array<std::int64_t, 2> net_{};
  PairScores scores_;    // as in UnitResult
  std::string touched_;  // likewise
  // By item and by which half of the seatings it was, in halves.
  std::vector<std::array<int, 2>> game_points_;
  std::vector<std::array<int, 2>> card_points_;
};

}  // namespace couillon::arena
