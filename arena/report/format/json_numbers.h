// Estimates as JSON: an unknown or infinite number is null, never NaN.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "arena/stats/law/interval.h"
#include "arena/stats/pairs/mean.h"

namespace couillon::arena {

using Json = nlohmann::ordered_json;

// Returns the number, a negative zero as 0; null unless finite.
inline Json JsonNumber(std::optional<double> value) {
  if (!value || !std::isfinite(*value)) return nullptr;
  return stats::PositiveZero(*value);
}

// Returns [lo, hi], an unbounded end as null.
inline Json JsonInterval(const stats::Interval& interval) {
  return Json::array({JsonNumber(interval.lo), JsonNumber(interval.hi)});
}

// Returns the mean with its interval and error.
inline Json JsonMean(const stats::MeanEstimate& estimate) {
  return {{"mean", JsonNumber(estimate.mean)},
          {"interval", JsonInterval(estimate.interval)},
          {"standard_error", JsonNumber(estimate.standard_error)}};
}

}  // namespace couillon::arena
