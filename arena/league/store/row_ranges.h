// The ranges of a league's rows. Checksums detect damage, not a file that
// somebody made to be read: its numbers are used as indices and sizes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "arena/league/store/sqlite.h"
#include "arena/table/verdict.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

struct UnitRow;

class RowRanges {
 public:
  // Requires: CheckStoredConfig(config) is OK.
  explicit RowRanges(const v1::LeagueConfig& config);

  // OK if all units have numbers of the schedule, and no more of them are
  // counted than it has. DataLoss names the file and what was found.
  absl::Status CheckNumbers(Database& database) const;
  // OK if the league can have such a row. DataLoss names the unit and what was
  // found.
  [[nodiscard]] absl::Status Check(const UnitRow& row) const;
  [[nodiscard]] absl::Status Check(const Fault& fault) const;

 private:
  // The number of items of a unit.
  [[nodiscard]] std::int64_t CountItems(std::int64_t unit) const;
  [[nodiscard]] std::size_t RulesetOf(std::int64_t unit) const;

  std::int64_t units_;
  std::int64_t pairings_;
  std::int64_t items_;
  std::int64_t block_items_;
  int bots_;
  std::vector<int> seatings_;  // by ruleset
  bool is_three_way_;
};

}  // namespace couillon::arena
