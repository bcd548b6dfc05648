// The looks of a sequential test before its last one: how a random walk between
// bounds that change from look to look may have ended, by numerical integration
// from look to look (Armitage, McPherson and Rowe 1969).
//
// Between constant bounds, and for many looks, brownian_exit.h has series. They
// do not hold for the first looks of a test against a strong bot: a bound there
// may lie much further out than later, or not exist.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace couillon::stats {

// The bounds of a walk at one look; an infinite bound cannot be reached.
struct WalkBounds {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
};

// A place of the walk, which has steps of unit variance, with its weight in an
// integral over all places. Under a drift the mass is
// exp(log_mass + drift y - drift^2 steps / 2).
struct WalkNode {
  std::int64_t steps = 0;
  double y = 0;
  double log_mass = 0;
};

// The part of a walk that the looks before the last leave.
struct EarlierLooks {
  std::vector<WalkNode> below;      // ended there, at any look
  std::vector<WalkNode> above;      // the same
  std::vector<WalkNode> under_way;  // at the look before the last
};

// Looks further apart than these are taken together, and their bounds moved
// inwards by what the walk overshoots less often (Siegmund's correction).
inline constexpr std::int64_t kMaxLooks = 24;

// Returns the looks after batch, 2 batch, ..., `before` steps. The places lie
// where they count for drifts within some 5 / sqrt(before) of `drift`. All
// three lists are empty if no look up to `before` has a bound.
// Requires: batch >= 1, before a multiple of it, lower < upper at each look;
// once there is a bound, it stays and does not move outwards.
[[nodiscard]] EarlierLooks IntegrateLooks(
    const std::function<WalkBounds(std::int64_t)>& bounds_at,
    std::int64_t batch, std::int64_t before, double drift);

}  // namespace couillon::stats
