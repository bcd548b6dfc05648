// The journal of an arena: a file in its directory, one line per event
// (couillon/v1/arena.proto). Lines are only appended; each names the hash of
// the line before, so a change is found. Several processes may append.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "couillon/v1/arena.pb.h"

namespace couillon::arena {

using JournalEntries = std::vector<v1::JournalEntry>;

// The journal's file in the directory of an arena.
std::string JournalPath(const std::string& directory);

// Returns true if `directory` is that of an arena.
bool IsArena(const std::string& directory);

// Makes the directory and a journal with its first entry. AlreadyExists if it
// has a journal; FailedPrecondition if it holds a league or a plan;
// PermissionDenied if it cannot be written.
absl::Status CreateJournal(const std::string& directory,
                           const v1::ArenaCreated& created);

// Reads all entries. NotFound if there is no arena in `directory`; DataLoss
// names the line that cannot be read, or that does not follow the one before.
// A last line without a line break that cannot be read was cut off while it was
// written: it did not happen.
absl::StatusOr<JournalEntries> ReadJournal(const std::string& directory);

// Calls `decide` with all entries, and appends those that it returns; no other
// process appends meanwhile. They are durable on return. The errors are those
// of ReadJournal and of `decide`, after which nothing is appended.
absl::Status UpdateJournal(
    const std::string& directory,
    const std::function<absl::StatusOr<JournalEntries>(const JournalEntries&)>&
        decide);

}  // namespace couillon::arena
