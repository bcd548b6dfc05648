// Estimates as JSON: an unknown or infinite number is null, never NaN.
#pragma once

#include <optional>

#include "arena/numbers/format/json.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/pairs/mean.h"

namespace couillon::arena {

// Returns the number, with a negative zero as 0; null unless finite.
Json JsonNumber(std::optional<double> value);

// Returns [lo, hi], with an infinite end as null.
Json JsonInterval(const stats::Interval& interval);

// Returns the mean with its interval and standard error.
Json JsonMean(const stats::MeanEstimate& estimate);

}  // namespace couillon::arena
