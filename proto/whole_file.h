// Reads whole files, up to a limit.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "absl/status/statusor.h"

namespace couillon {

// Bytes of a text that people write: a ruleset, a manifest, a list of bots, a
// certificate. A parsed message can take fifty times the memory of its text.
inline constexpr std::size_t kMaxTextBytes = std::size_t{16} << 20;

// Bytes of a text that a program wrote: a plan, what a merge or an audit found.
inline constexpr std::size_t kMaxStoredTextBytes = std::size_t{256} << 20;

// Bytes of a file of a bot, the largest that are read whole.
inline constexpr std::size_t kMaxFileBytes = std::size_t{8} << 30;

// Returns the content of a file; an empty file is no error. The error is
// "PATH: cannot be read: " and what the system says of it, with the code that
// belongs to it: NotFound, PermissionDenied, FailedPrecondition of a folder.
// ResourceExhausted with the size if the file has more than `max_bytes`, or
// more than there is memory for; no more than the limit is read of a file
// without end.
absl::StatusOr<std::string> ReadWhole(const std::string& path,
                                      std::size_t max_bytes = kMaxFileBytes);

// The file with the most bytes that ReadWhole() returned in this process; null
// before the first one. Names the likely cause when memory runs out. May be
// called by any thread.
struct LargestFile {
  std::string path;
  std::size_t bytes = 0;
};
std::optional<LargestFile> LargestFileRead();

}  // namespace couillon
