// The file of deal records: one zstd frame per unit, each a sequence of
// length-delimited couillon.v1.DealRecord messages, appended in the order in
// which units were stored. docs/architecture.md describes the format.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/store/deal_span.h"
#include "arena/table/unit/unit_result.h"

namespace couillon::arena {

class DealFile {
 public:
  // Opens the file, or creates it, and truncates it to `end` bytes: later bytes
  // belong to units that were never stored. The error names the file; DataLoss
  // if it is shorter than `end`.
  static absl::StatusOr<DealFile> Open(const std::string& path,
                                       std::int64_t end);
  ~DealFile();
  DealFile(DealFile&& other) noexcept;
  DealFile& operator=(DealFile&&) = delete;

  // Appends the records of one unit. Durable after Sync().
  absl::StatusOr<DealSpan> Append(const std::vector<DealOfUnit>& records);
  // The same for a frame of PackDeals().
  absl::StatusOr<DealSpan> AppendFrame(const std::string& frame);
  absl::Status Sync();

 private:
  DealFile(int fd, std::string path, std::int64_t end)
      : fd_(fd), path_(std::move(path)), end_(end) {}
  int fd_;
  std::string path_;
  std::int64_t end_;
};

// The records of one unit as a frame. The same records give the same bytes with
// the same compression.
std::string PackDeals(const std::vector<DealOfUnit>& records);

// The name and version of the compression, such as "zstd 1.5.4".
std::string DealCompression();

// Appends the records in a frame of PackDeals() to `records`. DataLoss, which
// names no file, describes the problem with the first one that is not readable.
absl::Status UnpackDeals(const std::string& frame,
                         std::vector<DealOfUnit>& records);

// Reads the records of one unit into `records`. On an error, `records` holds
// the readable ones, and the error describes the problem with the next one.
absl::Status ReadDeals(const std::string& path, DealSpan span,
                       std::vector<DealOfUnit>& records);

}  // namespace couillon::arena
