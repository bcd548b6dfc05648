#include "arena/numbers/format/json_numbers.h"

#include <cmath>

namespace couillon::arena {

Json JsonNumber(std::optional<double> value) {
  if (!value || !std::isfinite(*value)) return nullptr;
  return stats::PositiveZero(*value);
}

Json JsonInterval(const stats::Interval& interval) {
  return Json::array({JsonNumber(interval.lo), JsonNumber(interval.hi)});
}

Json JsonMean(const stats::MeanEstimate& estimate) {
  return {{"mean", JsonNumber(estimate.mean)},
          {"interval", JsonInterval(estimate.interval)},
          {"standard_error", JsonNumber(estimate.standard_error)}};
}

}  // namespace couillon::arena
