// The units of many results, in the order of the schedule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/league/shards/result_file.h"
#include "arena/league/store/unit_bytes.h"
#include "arena/league/store/unit_run.h"

namespace couillon::arena {

class UnitsInOrder {
 public:
  // Reads the headers of `paths`. InvalidArgument names two files that have a
  // unit in common; FailedPrecondition names a file of another plan than
  // `identity`; the other errors are those of ResultReader. Only files that are
  // under way stay open: those of shards one at a time.
  static absl::StatusOr<UnitsInOrder> Open(
      const std::vector<std::string>& paths, const std::string& identity);

  // All units, as runs that are apart from each other, ascending.
  [[nodiscard]] const std::vector<UnitRun>& units() const { return units_; }
  // The number of the next unit; null after the last one.
  [[nodiscard]] std::optional<std::int64_t> next() const;
  // Reads it. The errors are those of ResultReader::Read. Requires: next().
  absl::StatusOr<UnitBytes> Read();

 private:
  struct Part {
    UnitRun run;
    std::size_t file = 0;
  };
  std::vector<std::string> paths_;
  std::vector<Part> parts_;  // ascending
  std::vector<UnitRun> units_;
  std::size_t part_ = 0;
  std::int64_t next_ = 0;
  std::map<std::size_t, ResultReader> open_;  // by file
};

}  // namespace couillon::arena
