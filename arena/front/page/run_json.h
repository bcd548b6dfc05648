// The circumstances under which a league or an arena was played, as a
// couillon.run document: hosts, times, what bots have used. None of it is part
// of the results.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "arena/numbers/format/json.h"
#include "arena/standing/journal/arena_state.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

class LeagueStore;

// Seconds since 1970 as UTC, "2026-11-24T08:00:00Z".
std::string UtcText(std::int64_t seconds);

// `now`, in seconds since 1970, is when the document is made; null leaves out
// all that does not follow from `config`, that of the report. The errors are
// those of LeagueStore.
absl::StatusOr<Json> RunJson(const v1::LeagueConfig& config, LeagueStore& store,
                             std::optional<std::int64_t> now);
absl::StatusOr<Json> RunJson(const v1::LeagueConfig& config,
                             const ArenaState& state,
                             const std::string& directory,
                             std::optional<std::int64_t> now);

}  // namespace couillon::arena
