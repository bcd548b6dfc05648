// How many deals a question needs, and what a design was worth.
#pragma once

#include <optional>

namespace couillon::stats {

// Returns the units (pairs, hands) after which the lower 95% bound of an effect
// of size `effect` (mean over standard deviation of a unit) is expected at
// zero: 1.6449^2 / effect^2, "hands to 95%". Null for an effect of 0.
[[nodiscard]] std::optional<double> UnitsTo95(double effect);

// Elo between a bot and one that it beats 75% of the time: 400 log10(3).
inline constexpr double kEloPerSkillLevel = 190.84850188786498;

// Returns how many such steps a span of Elo holds.
[[nodiscard]] double SkillLevels(double span_elo);

}  // namespace couillon::stats
