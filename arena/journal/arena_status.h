// Who is in an arena, how much of it is played, and what its entrants have
// used.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/journal/arena_state.h"
#include "arena/journal/open_round.h"
#include "arena/report/format/json.h"
#include "arena/report/usage_text.h"

namespace couillon::arena {

// The round that is not played to its end.
struct UnplayedRound {
  int number = 0;
  RoundProgress progress;
};

struct ArenaStatus {
  std::vector<UsedBot> used;  // by entrant, in all rounds
  std::optional<UnplayedRound> open;
};

// The errors are those of LeagueStore.
absl::StatusOr<ArenaStatus> ReadStatus(const ArenaState& state,
                                       const std::string& directory);

// Returns it as a couillon.arena_status document.
Json StatusJson(const ArenaState& state, const ArenaStatus& status);

}  // namespace couillon::arena
