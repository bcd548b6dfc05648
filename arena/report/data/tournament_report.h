// The report of an individual tournament so far.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/numbers/stats/league/additive.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/data/league_report.h"
#include "arena/report/data/meeting_sums.h"
#include "arena/report/data/rating_history.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

// Who is first in the table of an individual tournament.
enum class PlayerOrder : std::uint8_t {
  kPointsLeft,  // per deal: comparable if all have played with all
  kStrength,    // the ranked scale, adjusted for partners; islands apart
};

// Returns the table of ruleset `ruleset` of a configuration from what its bots
// have played. `results`: every deal at every table, adjacent by deal, if
// tables share deals; empty if each meeting has deals of its own.
TournamentTable TournamentOf(const v1::LeagueConfig& config, int ruleset,
                             const std::vector<MeetingSums>& meetings,
                             const std::vector<stats::TeamResult>& results,
                             PlayerOrder order);

// Returns by bot the individual strength relative to the first bot, in game
// points or Elo; null where results do not identify it. Requires: meetings have
// deals of their own.
std::vector<std::optional<RatingPoint>> StrengthPoints(
    const v1::LeagueConfig& config, const std::vector<MeetingSums>& meetings,
    stats::ResultScale scale);

// Returns the report without faults. Requires: IsIndividual(config).
absl::StatusOr<LeagueReport> ReportTournaments(LeagueStore& store);

}  // namespace couillon::arena
