// The ratings of an arena's versions over its rounds, as tables and JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "arena/numbers/format/document.h"

namespace couillon::arena {

struct LeagueReport;

// Returns a table per ruleset with the latest points of each bot; none before
// the second round with results.
std::vector<ReportPart> HistoryParts(const LeagueReport& report);

// Returns all points. Points without a rating are left out.
nlohmann::ordered_json HistoryJson(const LeagueReport& report);

}  // namespace couillon::arena
