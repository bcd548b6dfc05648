// Audit values for the sequential test: likelihood ratios of the full
// multinomial law of the result classes, as chess testing computes them. Slower
// than sprt.h and defined for counted classes only.
//
// Classes are equally spaced scores 0 ... 1; empty ones count as 1/1000 pair.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace couillon::stats {

// Returns the log likelihood ratio of "mean score = s1" against "= s0", each
// maximised over all laws with that mean. Null without pairs or for scores
// outside (0, 1). Source: Van den Bergh, "A practical introduction to the
// GSPRT".
[[nodiscard]] std::optional<double> ExactScoreLlr(
    std::span<const std::int64_t> counts, double s0, double s1);

// Returns the log likelihood ratio of "effect (mean - 1/2) / sd = t1" against
// "= t0". Null without pairs, for |t| > 1, or when the fixed point iteration
// does not converge, which extreme counts can cause.
[[nodiscard]] std::optional<double> ExactEffectLlr(
    std::span<const std::int64_t> counts, double t0, double t1);

}  // namespace couillon::stats
