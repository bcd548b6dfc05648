// Files that appear whole or not at all, also on a shared file system.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace couillon::arena {

// The name of this machine; "host" if it has none.
std::string HostName();

// A name in the folder of `path` that no other process uses.
std::string TemporaryName(const std::string& path);

// Writes a file and waits until it is on the disk. The error names the file.
absl::Status WriteDurably(const std::string& path, const std::string& content);

// Waits until a file is on the disk. The error names the file.
absl::Status SyncFile(const std::string& path);

// Gives the file `from` the name `path` too, unless a file has it; returns
// whether it did. `from` stays. Durable on return. The error names the file.
absl::StatusOr<bool> LinkFirst(const std::string& from,
                               const std::string& path);

// Writes a file of that name, unless there is one; returns whether it did. The
// first of several writers wins, and no reader sees a part of it.
absl::StatusOr<bool> WriteFirst(const std::string& path,
                                const std::string& content);

}  // namespace couillon::arena
