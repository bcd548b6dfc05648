#include "arena/stats/sample_size.h"

#include <cstddef>
#include <optional>
#include <span>

#include "arena/stats/distributions.h"
#include "arena/stats/elo.h"

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

std::optional<double> HandsToResolveElo(double elo, double variance,
                                        double alpha, double power) {
  const double gain = ScoreOfElo(elo) - 0.5;
  if (gain == 0) return std::nullopt;
  const double z = -NormalQuantile(alpha / 2) + NormalQuantile(power);
  return z * z * variance / (gain * gain);
}

std::optional<NeymanPlan> AllocateByNeyman(std::span<const double> weights,
                                           std::span<const double> sds) {
  NeymanPlan plan;
  double total = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    plan.within_variance += weights[i] * sds[i] * sds[i];
    plan.allocation.push_back(weights[i] * sds[i]);
    total += plan.allocation.back();
  }
  if (!(total > 0)) return std::nullopt;
  plan.neyman_variance = total * total;
  for (double& share : plan.allocation) share /= total;
  return plan;
}

double SkillLevels(double span_elo) { return span_elo / kEloPerSkillLevel; }

}  // namespace couillon::stats
