// The auditor of an arena: its journal, its rounds and its bots.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace couillon::arena {

struct VerifiedArena {
  std::int64_t entries = 0;  // of the journal
  std::int64_t rounds = 0;   // with results
  std::vector<int> absent;   // of the journal, ascending: without a directory
  std::int64_t units = 0;
  std::int64_t records = 0;  // tables dealt and replayed
};

// Checks that no line of the journal was changed, that every round is the one
// that its planner makes of the journal before it, that its stored league is
// that round, and all that VerifyLeague checks of it; that there is no round on
// the disk that the journal does not have; and that the arena's copies of bots
// are unchanged. DataLoss names the first difference;
// FailedPrecondition a bot whose files have changed.
absl::StatusOr<VerifiedArena> VerifyArena(const std::string& directory);

}  // namespace couillon::arena
