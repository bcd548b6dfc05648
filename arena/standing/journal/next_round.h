// Plans the rounds of an arena from its journal and the results of the rounds
// before.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/store/usage_rows.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/finished_rounds.h"
#include "arena/standing/planner/season.h"

namespace couillon::arena {

// The season that round `number` follows from, with the results of all rounds
// before it if the format needs them. FailedPrecondition if one of them is not
// played to its end; the other errors are those of LeagueStore. Requires: 1 <=
// number <= state.rounds.size() + 1.
absl::StatusOr<Season> ReadSeason(const ArenaState& state, int number,
                                  const std::string& directory);

// The next round as it would be planned now, without the entrants that are
// `away`; null if nothing can be planned: the season is at its end, results are
// missing, or a knock-out waits for somebody. The errors are those of
// ReadSeason.
absl::StatusOr<std::optional<RoundPlan>> NextRound(
    const ArenaState& state, const std::string& directory,
    const std::set<int>& away = {});

// Plans the next round, of the bots that play and are not `away`, and appends
// it to the journal; false if nothing can be planned. `away` is asked about
// bots that dial in only; null: all are here. `finished` may be that of an
// earlier state, or null. The errors are those of UpdateJournal and ReadSeason.
absl::StatusOr<bool> PlanNextRound(
    const std::string& directory,
    const std::function<bool(const Entrant&)>& away = nullptr,
    const std::shared_ptr<FinishedRounds>& finished = nullptr);

// By entrant: what all its processes have used in all rounds, by runs that have
// ended. The errors are those of LeagueStore.
absl::StatusOr<std::vector<StoredUsage>> UsageOfEntrants(
    const ArenaState& state, const std::string& directory);

// By entrant: the time per deal or match in nanoseconds, as measured in all
// rounds; 0 for one that was not measured, such as a bundled bot. It differs
// from machine to machine. The errors are those of LeagueStore.
absl::StatusOr<std::vector<double>> MeasuredCosts(const ArenaState& state,
                                                  const std::string& directory);

// Checks that every round follows from the results before it. DataLoss names
// the first that does not.
absl::Status CheckPlans(const ArenaState& state, const std::string& directory);

}  // namespace couillon::arena
