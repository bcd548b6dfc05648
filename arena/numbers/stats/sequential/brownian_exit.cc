// Two series for the same probability: images of the drifting motion for short
// times, modes of its decay for long ones.

#include "arena/numbers/stats/sequential/brownian_exit.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "arena/numbers/stats/law/distributions.h"

namespace couillon::stats {
namespace {

constexpr double kPi = std::numbers::pi;

// In units of the squared distance of the bounds: at this time both series need
// about the same number of terms.
constexpr double kLongTime = 0.3;
constexpr int kImages = 3;  // to either side
constexpr int kModes = 9;

// Returns P(Z > u) / density(u) of the standard normal law, for u >= 0.
double MillsRatio(double u) {
  if (u < 30) {
    return NormalCdf(-u) * std::sqrt(2 * kPi) * std::exp(0.5 * u * u);
  }
  // The asymptotic series; its next term is below 1e-13.
  const double v = 1 / (u * u);
  const double series =
      1 -
      v * (1 - 3 * v * (1 - 5 * v * (1 - 7 * v * (1 - 9 * v * (1 - 11 * v)))));
  return series / u;
}

// Returns exp(drift * upper) times the integral over s in (0, time) of
// exp(-drift^2 s / 2) times the first-passage density at distance c > 0: the
// share of one image. No exponent is positive where the image counts.
double ImageShare(double drift, double upper, double c, double time) {
  const double speed = std::abs(drift);
  const double root = std::sqrt(time);
  const double direct = std::exp(drift * upper - speed * c) *
                        NormalCdf((speed * time - c) / root);
  const double exponent =
      drift * upper - 0.5 * (c * c / time + drift * drift * time);
  const double reflected = std::exp(exponent) / std::sqrt(2 * kPi) *
                           MillsRatio((c + speed * time) / root);
  return direct + reflected;
}

// Returns the probability of having ended at the upper bound before `time`, for
// short times and for long ones.
double AboveByImages(double lower, double upper, double drift, double time) {
  double sum = 0;
  for (int k = -kImages; k <= kImages; ++k) {
    const double c = upper + 2 * k * (upper - lower);
    const double share = ImageShare(drift, upper, std::abs(c), time);
    sum += c > 0 ? share : -share;
  }
  return sum;
}

double AboveByModes(double lower, double upper, double drift, double time) {
  const double width = upper - lower;
  double later = 0;  // ends above after `time`
  for (int k = 1; k <= kModes; ++k) {
    const double angle = k * kPi / width;
    const double rate = 0.5 * (angle * angle + drift * drift);
    const double sign = k % 2 == 1 ? 1 : -1;
    later += sign * angle / width * std::sin(-angle * lower) *
             std::exp(drift * upper - rate * time) / rate;
  }
  return EverEndsAbove(lower, upper, drift) - later;
}

double Above(double lower, double upper, double drift, double time) {
  const double width = upper - lower;
  return time < kLongTime * width * width
             ? AboveByImages(lower, upper, drift, time)
             : AboveByModes(lower, upper, drift, time);
}

}  // namespace

double EverEndsAbove(double lower, double upper, double drift) {
  const double h = 2 * drift;
  if (std::abs(h) * (upper - lower) < 1e-9) return -lower / (upper - lower);
  // (1 - e^-ha) / (e^-hb - e^-ha), with no exponential that could overflow.
  return h > 0 ? std::expm1(h * lower) / std::expm1(h * (lower - upper))
               : std::exp(h * upper) * std::expm1(-h * lower) /
                     std::expm1(h * (upper - lower));
}

BrownianExit::BrownianExit(double lower, double upper, double time)
    : lower_(lower), upper_(upper), time_(time) {}

double BrownianExit::EndedAbove(double drift) const {
  return Above(lower_, upper_, drift, time_);
}

double BrownianExit::EndedBelow(double drift) const {
  return Above(-upper_, -lower_, -drift, time_);
}

double BrownianExit::LogDensity(double y) const {
  const double width = upper_ - lower_;
  double sum = 0;
  double scale = 0;  // a factor taken out of the sum, as a log
  if (time_ < kLongTime * width * width) {
    // Relative to the density without bounds, which may be below any number.
    scale = -0.5 * (y * y / time_ + std::log(2 * kPi * time_));
    for (int k = -kImages; k <= kImages; ++k) {
      const double same = y - 2 * k * width;
      const double mirrored = y - 2 * upper_ + 2 * k * width;
      sum += std::exp(0.5 * (y - same) * (y + same) / time_) -
             std::exp(0.5 * (y - mirrored) * (y + mirrored) / time_);
    }
  } else {
    for (int k = 1; k <= kModes; ++k) {
      const double angle = k * kPi / width;
      sum += 2 / width * std::sin(-angle * lower_) *
             std::sin(angle * (y - lower_)) *
             std::exp(-0.5 * angle * angle * time_);
    }
  }
  return sum > 0 ? scale + std::log(sum)
                 : -std::numeric_limits<double>::infinity();
}

}  // namespace couillon::stats
