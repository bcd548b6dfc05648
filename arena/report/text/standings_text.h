// The standings of rating tables as tables for a terminal, one line per bot.
#pragma once

#include <optional>

#include "arena/numbers/format/document.h"
#include "arena/report/data/league_report.h"
#include "arena/report/data/rating_table.h"

namespace couillon::arena {

// Returns the standings of the whole league. Requires: a report with rating
// tables.
ReportPart StandingsPart(const LeagueReport& report);

// Returns the standings under one of several rulesets, on all scales.
ReportPart RulesetPart(const LeagueReport& report, const RatingTable& table);

// Returns the ratings of a single ruleset on the scales that its standings do
// not have; null if there are none.
std::optional<ReportPart> OtherScalesPart(const LeagueReport& report,
                                          const RatingTable& table);

}  // namespace couillon::arena
