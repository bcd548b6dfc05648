// Two closed formulas.

#include "arena/numbers/stats/sample/sample_size.h"

#include "arena/numbers/stats/law/distributions.h"

namespace couillon::stats {

std::optional<double> UnitsTo95(double effect) {
  if (effect == 0) return std::nullopt;
  const double root = -NormalQuantile(0.05) / effect;
  return root * root;
}

double SkillLevels(double span_elo) { return span_elo / kEloPerSkillLevel; }

}  // namespace couillon::stats
