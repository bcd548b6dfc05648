// What players of an individual tournament gained with each partner, against
// each opponent, and at each place.
#pragma once

#include <vector>

#include "arena/report/data/meeting_sums.h"
#include "arena/report/data/tournament_table.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// Sets the scores and leads of partners and opponents and the places of a
// table. Pairs of players that met several times on deals that tables may share
// have no interval. Requires: `table.partners` has its size; the meetings are
// those of ruleset `ruleset` of the configuration.
void AddMeetingFigures(const v1::LeagueConfig& config, int ruleset,
                       const std::vector<MeetingSums>& meetings,
                       TournamentTable& table);

}  // namespace couillon::arena
