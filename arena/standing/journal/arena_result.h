// The official result of an arena, by the rule of its format: places, rounds of
// a Swiss, stages of a knock-out.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "arena/report/data/format_result.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/planner/season.h"

namespace couillon::arena {

// Returns the result after the first `rounds_finished` rounds of `season`,
// which has their results. The places of an individual tournament are those of
// SetTotals. Requires: season.rounds are the finished rounds of the state, and
// have leads if the format is a Swiss or a knock-out.
FormatResult ResultOfSeason(const ArenaState& state, const Season& season);

// Returns the result after the finished rounds, which are read if the result
// follows from them. The errors are those of ReadSeason.
absl::StatusOr<FormatResult> ReadResult(const ArenaState& state,
                                        std::int64_t rounds_finished,
                                        const std::string& directory);

}  // namespace couillon::arena
