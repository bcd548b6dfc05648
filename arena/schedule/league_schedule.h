// The schedule that a league's configuration asks for.
#pragma once

#include "arena/schedule/schedule.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// Requires: the configuration has been checked: two bots or more, a ruleset
// or more; for an individual tournament two-sided rulesets with the same
// number of seats, at most as many as there are bots, and no dummy.
Schedule ScheduleOf(const v1::LeagueConfig& config);

// Whether it is an individual tournament.
bool IsIndividual(const v1::LeagueConfig& config);

}  // namespace couillon::arena
