// Merges the results of shards: into one file, in any number of steps, or into
// the store of a league. The order of the files and of the steps changes no
// byte of what they hold.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace couillon::v1 {
class LeaguePlan;
class MergedPlan;
}  // namespace couillon::v1

namespace couillon::arena {

class LeagueStore;

// Writes a result with the units of all of `paths`, results of one plan that
// have no unit in common, to a new file `path`. Returns its content hash.
// AlreadyExists if there is a file of that name; the other errors are those of
// UnitsInOrder. Requires: at least one of `paths`.
absl::StatusOr<std::string> MergeResults(const std::vector<std::string>& paths,
                                         const std::string& identity,
                                         const std::string& path);

// The sources of a store.
struct MergedLeague {
  std::int64_t units = 0;
  std::int64_t deals = 0;  // of these, over all seatings
  std::int64_t saved = 0;  // units that the store did not hold yet
  // True if no unit is missing: with a sequential test, none up to its
  // decision.
  bool whole = false;
};

// Makes the store of the league in `directory` from results that have no unit
// in common, and applies disqualification in the order of the schedule; ends
// with the unit with which a sequential test decides. The
// store has that name once it is complete. Beside it stands merged.json
// (couillon.v1.MergedPlan), with the identity only if no unit is missing;
// `missing_shards` are its words on what is. AlreadyExists if the directory
// exists and is not empty; the other errors are those of UnitsInOrder and
// LeagueStore.
absl::StatusOr<MergedLeague> MergeIntoStore(
    const v1::LeaguePlan& plan, const std::vector<std::string>& paths,
    const std::string& missing_shards, const std::string& directory);

// Saves the units of results in a store of the league that may hold some of
// them, as that of a run that was stopped; these are compared. DataLoss names
// the first unit that is stored with another outcome, after which the store
// holds what is whole; the other errors are those of UnitsInOrder and
// LeagueStore. Requires: all units of the plan are in `paths`.
absl::StatusOr<MergedLeague> MergeIntoOpenStore(
    const v1::LeaguePlan& plan, const std::vector<std::string>& paths,
    LeagueStore& store);

// Reads merged.json. NotFound if there is none.
absl::StatusOr<v1::MergedPlan> ReadMerged(const std::string& directory);

}  // namespace couillon::arena
