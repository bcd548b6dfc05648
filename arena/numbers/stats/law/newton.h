// The part of Newton's method for a concave likelihood that all models share.
#pragma once

#include <functional>
#include <span>
#include <vector>

namespace couillon::stats {

inline constexpr int kMaxNewtonSteps = 200;

// A step in log units below which a fit has converged: convergence is quadratic
// there, so that the next step would be far below the precision of a double.
inline constexpr double kSmallNewtonStep = 1e-10;

// The longest step in log units; keeps far starts in range.
inline constexpr double kLongestNewtonStep = 4;

// Returns the largest absolute value, 0 if there is none.
[[nodiscard]] double LargestSize(std::span<const double> values);

// Makes the sum of the values zero. Requires: at least one value.
void Centre(std::vector<double>& values);

// Adds `step` to the parameters, shortened so that no component is larger than
// `longest`, then halved until `objective` is not lower than before but for
// rounding. Returns the largest movement of a parameter. Requires: as many
// components as parameters.
double TakeNewtonStep(
    const std::function<double(std::span<const double>)>& objective,
    std::span<const double> step, std::vector<double>& parameters,
    double longest = kLongestNewtonStep);

}  // namespace couillon::stats
