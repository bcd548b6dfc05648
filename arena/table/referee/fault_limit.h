// Which bot forfeits a whole unit by too many faults.
//
// Faults count in the order of the tables of the unit, not in the order in
// which they happen: the latter depends on what bots are asked at the same
// time. With two faulty bots it would decide which of them loses the unit.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "arena/table/bot_index.h"
#include "arena/table/team.h"

namespace couillon::arena {

class FaultLimit {
 public:
  // A bot forfeits the unit at a table.
  struct Loss {
    BotIndex bot{};
    std::uint32_t table = 0;  // by item and seating, from 0
    friend bool operator==(const Loss&, const Loss&) = default;
  };

  // `most`: the number of faults of a team that costs the unit; 0 as 1.
  explicit FaultLimit(int most)
      : most_(static_cast<std::size_t>(std::max(most, 1))) {}

  // Counts a fault of `bot`, of `team`. Requires: one fault per table;
  // Needs(table).
  void Add(std::uint32_t table, Team team, BotIndex bot);

  // The team that is the first to reach the limit, by the bot whose fault does
  // so, if one does. Faults at later tables do not change it; those at earlier
  // ones may move it forward.
  [[nodiscard]] const std::optional<Loss>& loss() const { return loss_; }
  // Whether what happens at the table can still change who that is.
  [[nodiscard]] bool Needs(std::uint32_t table) const {
    return !loss_ || table <= loss_->table;
  }

 private:
  std::size_t most_;
  PerTeam<std::vector<Loss>> faults_;  // the first ones, ascending by table
  std::optional<Loss> loss_;
};

}  // namespace couillon::arena
