// The sample size that an effect needs, and the skill levels in a span of Elo.
#pragma once

#include <optional>

namespace couillon::stats {

// Returns the number of units (pairs, tables) after which the one-sided lower
// 95% bound of an effect is expected at zero, so that half of all samples show
// it (a power of 50%): 1.6449^2 / effect^2. `effect` is the mean over the
// standard deviation of one unit. Null for an effect of 0.
[[nodiscard]] std::optional<double> UnitsTo95(double effect);

// Elo between a bot and one that it beats 75% of the time: 400 log10(3).
inline constexpr double kEloPerSkillLevel = 190.84850188786498;

// Returns the number of such steps in a span of Elo.
[[nodiscard]] double SkillLevels(double span_elo);

}  // namespace couillon::stats
