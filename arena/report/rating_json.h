// The parts of a rating sheet as JSON, for every report that shows one.
#pragma once

#include <string>
#include <vector>

#include "arena/numbers/format/json_numbers.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/report/head_to_head.h"
#include "arena/report/rating_sheet.h"

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

// Returns the state of a sequential test: plan, bounds, likelihood ratios,
// decision, and the interval that is valid after a stop. Requires: result.test.
Json SequentialJson(const HeadToHead& result);

}  // namespace couillon::arena
