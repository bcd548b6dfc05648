// Estimates with their intervals, field by field.

#include "arena/numbers/format/json_numbers.h"

#include <cmath>

namespace couillon::arena {

Json JsonNumber(std::optional<double> value) {
  if (!value || !std::isfinite(*value)) return nullptr;
  return stats::PositiveZero(*value);
}

std::optional<double> WithoutNoise(std::optional<double> estimate) {
  constexpr double kNoise = 1e-12;
  if (estimate && std::abs(*estimate) < kNoise) return 0.0;
  return estimate;
}

Json JsonInterval(const stats::Interval& interval) {
  return Json::array({JsonNumber(WithoutNoise(interval.lo)),
                      JsonNumber(WithoutNoise(interval.hi))});
}

Json JsonMean(const stats::MeanEstimate& estimate) {
  return {{"mean", JsonNumber(WithoutNoise(estimate.mean))},
          {"interval", JsonInterval(estimate.interval)},
          {"standard_error", JsonNumber(estimate.standard_error)}};
}

Json JsonEstimate(const std::optional<stats::ContrastEstimate>& estimate) {
  if (!estimate) return nullptr;
  return {{"value", JsonNumber(WithoutNoise(estimate->value))},
          {"interval", JsonInterval(estimate->interval)},
          {"standard_error", JsonNumber(estimate->standard_error)}};
}

Json JsonStrength(const std::string& unit,
                  const std::optional<stats::ContrastEstimate>& strength) {
  if (!strength) return nullptr;
  Json json;
  AddBounds(unit, strength->value, strength->interval, json);
  json["standard_error"] = JsonNumber(strength->standard_error);
  return json;
}

void AddBounds(const std::string& name, std::optional<double> value,
               const stats::Interval& interval, Json& json) {
  json[name] = JsonNumber(WithoutNoise(value));
  json[name + "_lo"] = JsonNumber(WithoutNoise(interval.lo));
  json[name + "_hi"] = JsonNumber(WithoutNoise(interval.hi));
}

}  // namespace couillon::arena
