// The file of deal records: one zstd frame a unit, each a sequence of
// length-delimited couillon.v1.DealRecord messages, appended in the order in
// which units were stored. docs/architecture.md describes it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/store/deal_span.h"
#include "arena/unit/unit_result.h"

namespace couillon::arena {

class DealFile {
 public:
  // Opens the file, or creates it, and cuts off what lies behind `end`: the
  // leavings of units that were never stored. The error names the file;
  // DataLoss if it is shorter than `end`.
  static absl::StatusOr<DealFile> Open(const std::string& path,
                                       std::int64_t end);
  ~DealFile();
  DealFile(DealFile&& other) noexcept;
  DealFile& operator=(DealFile&&) = delete;

  // Appends the records of one unit. Durable after Sync().
  absl::StatusOr<DealSpan> Append(const std::vector<DealOfUnit>& records);
  absl::Status Sync();

 private:
  DealFile(int fd, std::string path, std::int64_t end)
      : fd_(fd), path_(std::move(path)), end_(end) {}
  int fd_;
  std::string path_;
  std::int64_t end_;
};

// Reads the records of one unit. Records that can be read come first in
// `records` even when the result is an error; the error then says what is
// wrong with the next one.
absl::Status ReadDeals(const std::string& path, DealSpan span,
                       std::vector<DealOfUnit>& records);

}  // namespace couillon::arena
