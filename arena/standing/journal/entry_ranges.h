// The ranges of what a journal says: it may be a stranger's.
#pragma once

#include "absl/status/status.h"

namespace couillon::v1 {
class JournalEntry;
}  // namespace couillon::v1

namespace couillon::arena {

// The maximum number of rounds of a Swiss, and of bots at the top.
inline constexpr int kMaxArenaRounds = 1'000;

// OK if each number and text of the entry is one that a command of the arena
// writes, regardless of the entries before it. InvalidArgument names the field,
// what was found and what was expected.
absl::Status CheckEntry(const v1::JournalEntry& entry);

}  // namespace couillon::arena
