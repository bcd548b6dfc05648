// The records of one deal or match of a league: stored ones, or those of its
// bots asked again.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/league/setup/start_permission.h"
#include "arena/league/store/league_store.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/unit/unit_result.h"

namespace couillon::tools {

// The stored records of `item`, in every seating. FailedPrecondition if the
// league stores no deals, NotFound if it has not been played.
absl::StatusOr<std::vector<arena::DealOfUnit>> StoredRecords(
    arena::LeagueStore& store, const arena::Unit& unit, std::uint64_t item);

// Asks the bots of the league all decisions of `item` again, whether it has
// been played or not. Warns on stderr if the game points differ from those
// stored. The errors are those of bots that may not or cannot be started, or
// fail.
absl::StatusOr<std::vector<arena::DealOfUnit>> AskedRecords(
    arena::LeagueStore& store, const arena::Unit& unit, std::uint64_t item,
    const arena::StartPermission& permission);

}  // namespace couillon::tools
