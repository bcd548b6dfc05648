#include "arena/stats/sample/sample_size.h"

#include <optional>

#include "arena/stats/law/distributions.h"

namespace couillon::stats {

std::optional<double> UnitsToResolve(double effect, double alpha,
                                     double power) {
  if (effect == 0) return std::nullopt;
  const double z = -NormalQuantile(alpha) + NormalQuantile(power);
  return (z / effect) * (z / effect);
}

std::optional<double> UnitsTo95(double effect) {
  return UnitsToResolve(effect, 0.05, 0.5);
}

double SkillLevels(double span_elo) { return span_elo / kEloPerSkillLevel; }

}  // namespace couillon::stats
