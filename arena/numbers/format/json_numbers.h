// Estimates as JSON: an unknown or infinite number is null, never NaN.
#pragma once

#include <optional>
#include <string>

#include "arena/numbers/format/json.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/league/design_fit.h"
#include "arena/numbers/stats/pairs/mean.h"

namespace couillon::arena {

// Returns the number, with a negative zero as 0; null unless finite.
Json JsonNumber(std::optional<double> value);

// Returns an estimate in Elo, points or score, or 0 if rounding alone tells it
// from zero. Not for probabilities, which may be as small.
std::optional<double> WithoutNoise(std::optional<double> estimate);

// Returns [lo, hi], with an infinite end as null.
Json JsonInterval(const stats::Interval& interval);

// Returns the mean with its interval and standard error.
Json JsonMean(const stats::MeanEstimate& estimate);

// Returns the value, interval and standard error of an estimate; null if there
// is none.
Json JsonEstimate(const std::optional<stats::ContrastEstimate>& estimate);

// The same with the keys UNIT, UNIT_lo, UNIT_hi and standard_error.
Json JsonStrength(const std::string& unit,
                  const std::optional<stats::ContrastEstimate>& strength);

// Sets NAME, NAME_lo and NAME_hi of an object.
void AddBounds(const std::string& name, std::optional<double> value,
               const stats::Interval& interval, Json& json);

}  // namespace couillon::arena
