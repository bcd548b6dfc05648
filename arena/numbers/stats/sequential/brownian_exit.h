// Brownian motion between two absorbing bounds: when, and at which bound, it
// ends. It has unit variance per unit of time, starts at 0, and moves by
// `drift` per unit of time on average.
#pragma once

namespace couillon::stats {

// A walk that is looked at now and then passes a bound before it is seen to.
// Motion that is watched all the time ends as late if its bounds lie this many
// standard deviations of the steps between two looks further out: Siegmund's
// -zeta(1/2) / sqrt(2 pi) (Siegmund 1985).
inline constexpr double kOvershoot = 0.583;

// The state of the motion at a fixed time. Each quantity is a series that
// converges in a few terms: of mirror images for short times, of the modes of
// the interval for long ones (Feller 1971, chapter X.5). A drift enters through
// Girsanov's factor exp(drift y - drift^2 time / 2). Errors are below 1e-12.
class BrownianExit {
 public:
  // Requires: lower < 0 < upper, time > 0, all finite.
  BrownianExit(double lower, double upper, double time);

  // Returns the probability that the motion has ended at the upper bound by
  // now, and the same for the lower bound. Requires: drift is finite.
  [[nodiscard]] double EndedAbove(double drift) const;
  [[nodiscard]] double EndedBelow(double drift) const;

  // Returns the log of the density of the motion without drift at y, on the
  // paths that have not ended; -infinity where the density is below rounding.
  // Requires: lower <= y <= upper.
  [[nodiscard]] double LogDensity(double y) const;

 private:
  double lower_;
  double upper_;
  double time_;
};

// Returns the probability that the motion ends at the upper bound at any time.
// Requires: lower < 0 < upper.
[[nodiscard]] double EverEndsAbove(double lower, double upper, double drift);

}  // namespace couillon::stats
