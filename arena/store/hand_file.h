// The file of hand records: one zstd frame a unit, each a sequence of
// length-delimited couillon.v1.HandRecord messages, appended in the order in
// which units were stored. docs/architecture.md describes it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/unit/unit_result.h"

namespace couillon::arena {

// Where the hands of a unit lie in the file.
struct HandSpan {
  std::int64_t offset = 0;
  std::int64_t bytes = 0;
};

class HandFile {
 public:
  // Opens the file, or creates it, and cuts off what lies behind `end`: the
  // leavings of units that were never stored. The error names the file;
  // DataLoss if it is shorter than `end`.
  static absl::StatusOr<HandFile> Open(const std::string& path,
                                       std::int64_t end);
  ~HandFile();
  HandFile(HandFile&& other) noexcept;
  HandFile& operator=(HandFile&&) = delete;

  // Appends the hands of one unit. Durable after Sync().
  absl::StatusOr<HandSpan> Append(const std::vector<HandOfUnit>& hands);
  absl::Status Sync();

 private:
  HandFile(int fd, std::string path, std::int64_t end)
      : fd_(fd), path_(std::move(path)), end_(end) {}
  int fd_;
  std::string path_;
  std::int64_t end_;
};

// Reads the hands of one unit. Hands that can be read come first in `hands`
// even when the result is an error; the error then tells what is wrong with
// the next one.
absl::Status ReadHands(const std::string& path, HandSpan span,
                       std::vector<HandOfUnit>& hands);

}  // namespace couillon::arena
