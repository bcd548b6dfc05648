// The disqualified versions of an arena: a version that forfeited too many
// units of one round plays in no later one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/journal.h"

namespace couillon::arena {

// The entries for the versions that play and have forfeited too many units of
// one round that they are disqualified. The errors are those of LeagueStore.
absl::StatusOr<JournalEntries> NewlyDisqualified(const ArenaState& state,
                                                 const std::string& directory);

// The state after `entries` of NewlyDisqualified.
ArenaState After(const ArenaState& state, const JournalEntries& entries);

// OK if each version that is disqualified has forfeited as many units as its
// entry says, and if no round that needs the results of all rounds before has a
// version that they disqualify. DataLoss names the version. Rounds that are not
// on the disk say nothing.
absl::Status CheckDisqualified(const ArenaState& state,
                               const std::string& directory);

}  // namespace couillon::arena
