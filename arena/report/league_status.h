// How much of a league is played, and what its bots have used.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/numbers/format/json.h"
#include "arena/report/usage_text.h"

namespace couillon::arena {

class LeagueStore;

struct LeagueStatus {
  std::int64_t units_done = 0;
  std::int64_t units = 0;
  std::vector<UsedBot> used;
};

// The errors are those of LeagueStore.
absl::StatusOr<LeagueStatus> ReadStatus(LeagueStore& store);

// Returns it as a couillon.league_status document.
Json StatusJson(const LeagueStore& store, const LeagueStatus& status);

}  // namespace couillon::arena
