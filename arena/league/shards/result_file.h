// The file of a shard's result: the units of one or more runs of the schedule,
// in their order. docs/many-machines.md has the format, byte for byte.
//
// It holds whole numbers, faults and, if the league keeps them, deal records:
// no time, host or float. Bots that repeat themselves give the same content on
// any number of workers.
#pragma once

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/store/unit_bytes.h"
#include "arena/league/store/unit_run.h"

namespace couillon::arena {

struct ResultHeader {
  std::string identity;        // of the plan
  std::vector<UnitRun> units;  // ascending, apart from each other, not empty
  friend bool operator==(const ResultHeader&, const ResultHeader&) = default;
};

// Hashes of a sequence of units, whose value depends on their order.
class UnitChain {
 public:
  explicit UnitChain(std::string head) : head_(std::move(head)) {}
  void Add(const std::string& hash);
  // 32 hexadecimal digits.
  [[nodiscard]] std::string Text() const;

 private:
  std::string head_;
};

// Writes a result to a file of this name, which it makes. Its content is
// complete after Finish(), and on the disk.
class ResultWriter {
 public:
  // The error names the file.
  static absl::StatusOr<ResultWriter> Open(const std::string& path,
                                           const ResultHeader& header);
  // Requires: called for each unit of the header, in order.
  absl::Status Add(const UnitBytes& unit);
  // Returns the content hash. Requires: called once, after the last unit.
  absl::StatusOr<std::string> Finish();

 private:
  ResultWriter(std::string path, const ResultHeader& header);
  std::string path_;
  std::ofstream file_;
  std::int64_t missing_;  // units
  UnitChain content_;
  UnitChain whole_;
};

class ResultReader {
 public:
  // Opens a file and reads its header. DataLoss names the file if it is none of
  // a result, or if its header is damaged.
  static absl::StatusOr<ResultReader> Open(const std::string& path);

  [[nodiscard]] const ResultHeader& header() const { return header_; }
  // The number of the next unit; null after the last one.
  [[nodiscard]] std::optional<std::int64_t> next() const;
  // Reads the next unit; with the last one the end of the file too. DataLoss
  // names the file and the unit if a checksum does not match, or the file ends.
  // Requires: next().
  absl::StatusOr<UnitBytes> Read();
  // The content hash. Requires: all units have been read.
  [[nodiscard]] std::string content() const { return content_.Text(); }

 private:
  ResultReader(std::string path, std::int64_t bytes);
  absl::Status ReadHeader();
  absl::Status ReadEnd();
  absl::StatusOr<std::string> Bytes(std::uint64_t size);
  [[nodiscard]] absl::Status Damaged(const std::string& what) const;

  std::string path_;
  std::ifstream file_;
  std::int64_t left_;  // bytes
  ResultHeader header_;
  std::size_t run_ = 0;  // of the next unit
  std::int64_t next_ = 0;
  UnitChain content_;
  UnitChain whole_;
};

// The content of a file, after all of it was checked.
struct ResultSummary {
  ResultHeader header;
  std::string content;  // the hash of what has to repeat itself
};

// Reads a whole file. The errors are those of ResultReader.
absl::StatusOr<ResultSummary> CheckResult(const std::string& path);

}  // namespace couillon::arena
