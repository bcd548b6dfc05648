// The deals (or matches) that a bot has played in a league, numbered from 0 in
// the order of the schedule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "arena/table/schedule/schedule.h"

namespace couillon::arena {

// A deal or match of one pairing.
struct UnitItem {
  std::size_t unit = 0;  // index in BotItems::units()
  std::uint64_t item = 0;
};

class BotItems {
 public:
  explicit BotItems(std::vector<Unit> units);

  [[nodiscard]] std::uint64_t size() const { return first_.back(); }
  // Requires: number < size().
  [[nodiscard]] UnitItem At(std::uint64_t number) const;
  [[nodiscard]] const std::vector<Unit>& units() const { return units_; }

 private:
  std::vector<Unit> units_;
  std::vector<std::uint64_t>
      first_;  // number of each unit; the last is the end
};

}  // namespace couillon::arena
