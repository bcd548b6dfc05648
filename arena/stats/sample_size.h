// How many deals a question needs, and what a design was worth.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace couillon::stats {

// Returns the units (pairs, hands) after which an effect of size `effect`
// (mean over standard deviation of a unit) is found with one-sided error
// `alpha` and power `power`: ((z_alpha + z_power) / effect)^2. Null for an
// effect of 0. Requires: 0 < alpha < 1, 0 < power < 1.
[[nodiscard]] std::optional<double> UnitsToResolve(double effect, double alpha,
                                                   double power);

// Returns the units after which the lower 95% bound is expected at zero:
// 1.6449^2 / effect^2, "hands to 95%". Null for an effect of 0.
[[nodiscard]] std::optional<double> UnitsTo95(double effect);

// Returns the hands that tell `elo` per hand from 0 in a two-sided test at
// `alpha` with power `power`, for a score variance per hand of `variance`.
// Null for elo = 0. Requires: variance >= 0.
[[nodiscard]] std::optional<double> HandsToResolveElo(double elo,
                                                      double variance,
                                                      double alpha,
                                                      double power);

// How to split a sample over strata of known weight for the least error.
struct NeymanPlan {
  double within_variance = 0;      // of one unit under proportional sampling
  double neyman_variance = 0;      // of one unit under the allocation
  std::vector<double> allocation;  // shares, summing to 1
};

// Returns shares proportional to weight times standard deviation (Neyman 1934).
// Null when nothing varies. Requires: equal sizes, weights sum to 1, sds >= 0.
[[nodiscard]] std::optional<NeymanPlan> AllocateByNeyman(
    std::span<const double> weights, std::span<const double> sds);

// Elo between a bot and one that it beats 75% of the time: 400 log10(3).
inline constexpr double kEloPerSkillLevel = 190.84850188786498;

// Returns how many such steps a span of Elo holds.
[[nodiscard]] double SkillLevels(double span_elo);

}  // namespace couillon::stats
