// The ranks of a bot as text, JSON and CSV, for every table that shows them.
#pragma once

#include <optional>
#include <string>

#include "arena/numbers/format/json.h"
#include "arena/numbers/stats/league/rank_bands.h"

namespace couillon::arena {

// Returns "2", "1-3", or "-" for a bot that is not ranked.
std::string RankText(const std::optional<stats::RankBand>& rank);

// Returns {"best": 1, "worst": 3}; null for a bot that is not ranked.
Json RankJson(const std::optional<stats::RankBand>& rank);

// Returns two CSV cells, each with a comma before it: best and worst; empty for
// a bot that is not ranked.
std::string RankCells(const std::optional<stats::RankBand>& rank);

}  // namespace couillon::arena
