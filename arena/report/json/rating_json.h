// The parts of a rating sheet as JSON, for every report that shows one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/numbers/format/json_numbers.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/league/rank_bands.h"
#include "arena/report/data/rating_sheet.h"

namespace couillon::arena {

// Returns the name of a status: "rated", "above", "below", "order_only",
// "unplayed".
const char* StatusName(stats::RatingStatus status);

// Returns the rating table, best first.
Json RatingJson(const RatingSheet& sheet,
                const std::vector<std::string>& names);

// Adds the comparisons between bots: covariance, standard errors of
// differences, LOS, marks, goodness of fit, Nash mixture, connected components.
// Matrices are in the order of `names`, which is added as "matrix_order".
void AddComparisonJson(const RatingSheet& sheet,
                       const std::vector<std::string>& names, Json& json);

// Returns {"best": 1, "worst": 3}; null for a bot that is not ranked.
Json RankJson(const std::optional<stats::RankBand>& rank);

// Returns the sheet as a couillon.rating document.
std::string RatingSheetJson(const RatingSheet& sheet,
                            const stats::LeagueSums& sums,
                            const std::vector<std::string>& names);

}  // namespace couillon::arena
