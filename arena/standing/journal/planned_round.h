// Rounds of an arena that are played as plans (arena/league/shards/), on other
// machines: which round is next, and its results back in the arena. The journal
// and the round's store become what `arena run` makes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/league/shards/merge_results.h"
#include "arena/standing/journal/arena_state.h"
#include "couillon/v1/league.pb.h"

namespace couillon::v1 {
class LeaguePlan;
}  // namespace couillon::v1

namespace couillon::arena {

struct RoundLeague {
  int number = 0;           // of the round, from 1
  v1::LeagueConfig config;  // RoundConfig()
};

// The round under way, or the next one, which is planned and appended to the
// journal; null if nothing is left to play. FailedPrecondition names a bot that
// dials in; then nothing is appended. The other errors are those of
// PlanNextRound. Requires: the arena is locked (LockToPlay).
absl::StatusOr<std::optional<RoundLeague>> RoundToPlan(
    const std::string& directory);

// The round of the arena that `plan` is a plan of. FailedPrecondition says why
// it is none.
absl::StatusOr<int> RoundOfPlan(const ArenaState& state,
                                const v1::LeaguePlan& plan,
                                const std::string& directory);

// Returns true if the round of `plan` is played to its end. The errors are
// those of RoundOfPlan and LeagueStore.
absl::StatusOr<bool> IsRoundOver(const std::string& directory,
                                 const v1::LeaguePlan& plan);

// Takes the results of the plan in the folder `plan_folder`, in the files
// `paths`, into the store of its round, which may hold some of them, with what
// the bots have used (UsageOfRuns). Fails if another process plays in the
// arena; the other errors are those of RoundOfPlan and MergeIntoOpenStore.
// Requires: `paths` have all units.
absl::StatusOr<MergedLeague> MergeIntoRound(
    const std::string& directory, const std::string& plan_folder,
    const v1::LeaguePlan& plan, const std::vector<std::string>& paths);

// Whether `out` holds all results of the plan: as a league, or as a round if it
// is an arena. The errors are those of IsRoundOver.
absl::StatusOr<bool> IsMerged(const std::string& out,
                              const v1::LeaguePlan& plan);

// Merges `shards` of the plan in the folder `plan_folder` into the arena `out`
// (MergeIntoRound), or else into the new directory `out` (MergeIntoStore).
// `missing` lists the shards that the league lacks, empty if it lacks none.
absl::StatusOr<MergedLeague> MergeShards(
    const std::string& out, const std::string& plan_folder,
    const v1::LeaguePlan& plan, const std::vector<std::int64_t>& shards,
    const std::string& missing);

}  // namespace couillon::arena
