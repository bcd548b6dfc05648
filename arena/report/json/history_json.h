// How ratings and results developed, as JSON.
#pragma once

#include <vector>

#include "arena/numbers/format/json.h"
#include "arena/report/data/convergence.h"
#include "arena/report/data/league_report.h"
#include "arena/report/data/ordered_pairs.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

struct LeagueReport;

// Returns all points of the ratings of an arena. Points without a rating are
// left out.
Json HistoryJson(const LeagueReport& report);

// Returns an array with an object per series.
Json ConvergenceJson(const v1::LeagueConfig& config,
                     const Convergence& convergence);

// Returns an array with an object per pairing.
Json DriftJson(const std::vector<PairingDrift>& drifts);

}  // namespace couillon::arena
