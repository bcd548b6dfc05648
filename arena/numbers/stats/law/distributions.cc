// Normal quantiles after Acklam; beta and Student's laws by the continued
// fraction of DiDonato and Morris, Loader's deviance against cancellation,
// Temme's expansion where both parameters are huge, and Hill's for Student's
// law.

#include "arena/numbers/stats/law/distributions.h"

#include <math.h>  // lgamma_r, which <cmath> does not guarantee

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

namespace couillon::stats {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kTiny = 1e-300;  // replaces zero in Lentz's method
constexpr double kEpsilon = 1e-16;
constexpr double kLogSqrtTwoPi = 0.91893853320467274178;

double NormalDensity(double z) {
  return std::exp(-0.5 * z * z - kLogSqrtTwoPi);
}

template <std::size_t kSize>
double Polynomial(const std::array<double, kSize>& coefficients, double x) {
  double value = 0;
  for (const double c : coefficients) value = value * x + c;
  return value;
}

// Acklam's approximation of the lower half of the quantile, 1.15e-9 relative.
double RoughNormalQuantile(double p) {
  static constexpr std::array kA = {
      -3.969683028665376e+01, 2.209460984245205e+02,  -2.759285104469687e+02,
      1.383577518672690e+02,  -3.066479806614716e+01, 2.506628277459239e+00};
  static constexpr std::array kB = {
      -5.447609879822406e+01, 1.615858368580409e+02,  -1.556989798598866e+02,
      6.680131188771972e+01,  -1.328068155288572e+01, 1.0};
  static constexpr std::array kC = {
      -7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00,
      -2.549732539343734e+00, 4.374664141464968e+00,  2.938163982698783e+00};
  static constexpr std::array kD = {
      7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00,
      3.754408661907416e+00, 1.0};
  if (p < 0.02425) {
    const double q = std::sqrt(-2 * std::log(p));
    return Polynomial(kC, q) / Polynomial(kD, q);
  }
  const double q = p - 0.5;
  return Polynomial(kA, q * q) * q / Polynomial(kB, q * q);
}

// Returns ln n! - ln(sqrt(2 pi n) (n/e)^n), the error of Stirling's formula.
double StirlingError(double n) {
  if (n < 15) {
    return LogGamma(n + 1) - (n + 0.5) * std::log(n) + n - kLogSqrtTwoPi;
  }
  const double nn = n * n;
  return (1.0 / 12 - (1.0 / 360 -
                      (1.0 / 1260 - (1.0 / 1680 - 1.0 / 1188 / nn) / nn) / nn) /
                         nn) /
         n;
}

// Returns the deviance part x ln(x/m) + m - x without cancellation (Loader).
double Deviance(double x, double m) {
  if (std::abs(x - m) > 0.1 * (x + m)) return x * std::log(x / m) + m - x;
  const double v = (x - m) / (x + m);
  double sum = (x - m) * v;
  double term = 2 * x * v;
  for (int j = 1; j < 1000; ++j) {
    term *= v * v;
    const double next = sum + term / (2 * j + 1);
    if (next == sum) break;
    sum = next;
  }
  return sum;
}

// Returns x^a y^b / B(a, b). A separate y = 1 - x avoids cancellation.
double BetaPrefactor(double x, double y, double a, double b) {
  const double n = a + b;
  const double log_ratio = StirlingError(n) - StirlingError(a) -
                           StirlingError(b) - Deviance(a, n * x) -
                           Deviance(b, n * y);
  return std::exp(log_ratio) * std::sqrt(a / n * b / (2 * std::numbers::pi));
}

// The continued fraction of x^a y^b / (B(a, b) I_x(a, b)) in the form of
// DiDonato and Morris (1992), which needs no difference 1 - x; by Lentz's
// method. Converges fast for x below the mean.
double BetaFraction(double x, double y, double a, double b) {
  const double lean = a * y - b * x + 1;
  double value = a * lean / (a + 1);
  if (std::abs(value) < kTiny) value = kTiny;
  double c = value;
  double d = 0;
  for (int k = 1; k < 200000; ++k) {
    const double m = k;
    const double odd = a + 2 * m - 1;
    const double numerator =
        (a + m - 1) / odd * ((a + b + m - 1) / odd) * m * (b - m) * x * x;
    const double denominator =
        m + m * (b - m) * x / odd + (a + m) * (lean + m * (2 - x)) / (odd + 2);
    d = denominator + numerator * d;
    if (std::abs(d) < kTiny) d = kTiny;
    c = denominator + numerator / c;
    if (std::abs(c) < kTiny) c = kTiny;
    d = 1 / d;
    const double change = c * d;
    value *= change;
    if (std::abs(change - 1) < kEpsilon * 4) break;
  }
  return value;
}

// Temme's leading term with its first correction, for both a and b huge.
double BetaByNormal(double x, double y, double a, double b) {
  const double n = a + b;
  const double mean = a / n;
  const double deviance =
      std::max(0.0, Deviance(a, n * x) + Deviance(b, n * y)) / n;
  const double eta = std::copysign(std::sqrt(2 * deviance), x - mean);
  const double z = eta * std::sqrt(n);
  const double spread = std::sqrt(mean * (b / n));
  // The bracket 1/eta - spread/(x - mean) tends to (1 - 2 mean)/(3 spread).
  double bracket = (1 - 2 * mean) / (3 * spread);
  if (std::abs(x - mean) > 1e-3 * spread) {
    bracket = 1 / eta - spread / (x - mean);
  }
  const double value = NormalCdf(z) + NormalDensity(z) * bracket / std::sqrt(n);
  return std::clamp(value, 0.0, 1.0);
}

// Returns I_x(a, b). A separate y = 1 - x keeps the precision of both.
double BetaCdfOf(double x, double y, double a, double b) {
  if (!(x > 0)) return 0;
  if (!(y > 0)) return 1;
  if (a > 1e8 && b > 1e8) return BetaByNormal(x, y, a, b);
  const double prefactor = BetaPrefactor(x, y, a, b);
  const bool below_mean = b * x <= a * y;
  if (below_mean) return prefactor / BetaFraction(x, y, a, b);
  return std::max(0.0, 1 - prefactor / BetaFraction(y, x, b, a));
}

// Returns the z with Phi(z) = P(T <= t), by Hill's (1970) expansion.
double NormalEquivalent(double t, double df) {
  const double a = df - 0.5;
  const double b = 48 * a * a;
  const double ww = a * std::log1p(t / df * t);
  const double w = std::sqrt(ww);
  const double first = (ww + 3) * w / b;
  const double second = (((4 * ww + 33) * ww + 240) * ww + 855) * w /
                        (10 * b * (b + 0.8 * ww * ww + 100));
  return w + first - second;
}

// Returns P(T > t) for t >= 0.
double StudentUpperTail(double t, double df) {
  if (t == 0) return 0.5;
  if (std::isinf(t)) return 0;
  if (std::isinf(df)) return NormalCdf(-t);
  if (df > 2000) return NormalCdf(-NormalEquivalent(t, df));
  const double tt = t * t;
  const double x = std::isinf(tt) ? 0 : df / (df + tt);
  const double y = std::isinf(tt) ? 1 : tt / (df + tt);
  return 0.5 * BetaCdfOf(x, y, 0.5 * df, 0.5);
}

// Accurate to about 1e-8 only, which is enough for the slope of Newton steps.
double StudentDensity(double t, double df) {
  const double log_ratio = LogGamma(0.5 * (df + 1)) - LogGamma(0.5 * df);
  return std::exp(log_ratio - 0.5 * (df + 1) * std::log1p(t * t / df)) /
         std::sqrt(df * std::numbers::pi);
}

// Returns the t >= 0 with P(T > t) = tail, for tail <= 1/2.
double StudentUpperQuantile(double tail, double df) {
  const double z = -NormalQuantile(tail);
  if (std::isinf(df)) return z;
  const double z3 = z * z * z;
  double t = z + (z3 + z) / (4 * df) +
             (5 * z3 * z * z + 16 * z3 + 3 * z) / (96 * df * df);
  if (df > 1e7) return t;
  if (df == 1) return 1 / std::tan(std::numbers::pi * tail);
  double lo = 0;
  double hi = kInfinity;
  for (int i = 0; i < 200; ++i) {
    const double excess = StudentUpperTail(t, df) - tail;
    (excess > 0 ? lo : hi) = t;
    double next = t + excess / StudentDensity(t, df);
    if (!(next > lo && next < hi)) {
      next = std::isinf(hi) ? 2 * t + 1 : 0.5 * (lo + hi);
    }
    if (std::abs(next - t) <= 1e-15 * t) return next;
    t = next;
  }
  return t;
}

// Returns the next point of a root search: the Newton point if it is trusted
// and inside the bracket. Otherwise the midpoint, which is the geometric mean
// for a wide bracket if `may_leap`.
double NextGuess(double newton, double lo, double hi, bool trust_newton,
                 bool may_leap) {
  const auto inside = [&](double x) { return x > lo && x < hi; };
  if (trust_newton && inside(newton)) return newton;
  if (may_leap && lo > 0 && hi > 4 * lo) {
    const double middle = std::sqrt(lo * hi);
    if (inside(middle)) return middle;
  }
  return 0.5 * (lo + hi);
}

}  // namespace

double LogGamma(double x) {
  int sign = 0;
  return lgamma_r(x, &sign);
}

double NormalCdf(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

double NormalQuantile(double p) {
  if (!(p > 0)) return -kInfinity;
  if (p >= 1) return kInfinity;
  if (p == 0.5) return 0;
  if (p > 0.5) return -NormalQuantile(1 - p);
  double z = RoughNormalQuantile(p);
  for (int i = 0; i < 2; ++i) {
    const double u = (NormalCdf(z) - p) / NormalDensity(z);
    if (!std::isfinite(u)) break;
    z -= u / (1 + 0.5 * z * u);
  }
  return z;
}

double NormalDraw(double p) {
  return p > 0.5 ? -RoughNormalQuantile(1 - p) : RoughNormalQuantile(p);
}

double BetaCdf(double x, double a, double b) {
  return BetaCdfOf(x, 1 - x, a, b);
}

double BetaQuantile(double p, double a, double b) {
  if (!(p > 0)) return 0;
  if (p >= 1) return 1;
  double lo = 0;
  double hi = 1;
  double x = a / (a + b);
  for (int i = 0; i < 200; ++i) {
    const double excess = BetaCdf(x, a, b) - p;
    if (excess == 0) return x;
    (excess < 0 ? lo : hi) = x;
    const double density = BetaPrefactor(x, 1 - x, a, b) / (x * (1 - x));
    const bool near_root = std::abs(excess) < 1e-9 * p;
    const double next = NextGuess(x - excess / density, lo, hi,
                                  near_root || i % 4 != 3, !near_root);
    if (std::abs(next - x) <= 1e-15 * x || hi - lo <= 1e-16 * hi) return next;
    x = next;
  }
  return x;
}

double StudentCdf(double t, double df) {
  const double tail = StudentUpperTail(std::abs(t), df);
  return t > 0 ? 1 - tail : tail;
}

double TwoSidedNormal(double level) {
  return -NormalQuantile(0.5 * (1 - level));
}

double TwoSidedStudent(double level, double df) {
  return StudentUpperQuantile(0.5 * (1 - level), df);
}

double ChiSquareUpperTail(double x, double df) {
  if (!(x > 0)) return 1;
  if (std::isinf(x)) return 0;
  const double a = 0.5 * df;
  const double z = 0.5 * x;
  // z^a e^-z / Gamma(a + 1), by the saddle point as above.
  const double front = std::exp(-Deviance(a, z) - StirlingError(a)) /
                       std::sqrt(2 * std::numbers::pi * a);
  if (z < a + 1) {
    double sum = 1;
    double term = 1;
    for (int k = 1; k < 1000000 && term > kEpsilon * sum; ++k) {
      term *= z / (a + k);
      sum += term;
    }
    return std::max(0.0, 1 - front * sum);
  }
  double b = z + 1 - a;
  double c = 1 / kTiny;
  double d = 1 / b;
  double value = d;
  for (int k = 1; k < 1000000; ++k) {
    const double an = -k * (k - a);
    b += 2;
    d = an * d + b;
    if (std::abs(d) < kTiny) d = kTiny;
    d = 1 / d;
    c = b + an / c;
    if (std::abs(c) < kTiny) c = kTiny;
    value *= c * d;
    if (std::abs(c * d - 1) < kEpsilon * 4) break;
  }
  return std::min(1.0, front * a * value);
}

double UpperTailOfF(double x, double df1, double df2) {
  if (std::isinf(df2)) return ChiSquareUpperTail(df1 * x, df1);
  return BetaCdf(df2 / (df2 + df1 * x), 0.5 * df2, 0.5 * df1);
}

}  // namespace couillon::stats
