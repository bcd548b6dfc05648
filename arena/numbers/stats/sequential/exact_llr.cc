// Likeliest laws are the observed one tilted, p / (1 + theta phi); the one of a
// given effect is a fixed point.

#include "arena/numbers/stats/sequential/exact_llr.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "arena/numbers/stats/law/interval.h"

namespace couillon::stats {
namespace {

constexpr double kEmptyClass = 1e-3;  // pairs
constexpr int kMaxRounds = 500;
// The fixed point is found once probabilities move by less than this, and by no
// less than in the round before: what is left is rounding.
constexpr double kSettled = 1e-9;

// The observed law: probabilities of scores 0, 1/(k-1), ..., 1.
struct Law {
  double pairs = 0;
  std::vector<double> score;
  std::vector<double> probability;
};

std::optional<Law> ObservedLaw(std::span<const std::int64_t> counts) {
  Law law;
  std::int64_t real = 0;
  const double top = static_cast<double>(counts.size()) - 1;
  for (const std::int64_t count : counts) {
    real += std::max<std::int64_t>(count, 0);
    const double weight = count > 0 ? static_cast<double>(count) : kEmptyClass;
    law.score.push_back(static_cast<double>(law.score.size()) / top);
    law.probability.push_back(weight);
    law.pairs += weight;
  }
  if (real == 0 || counts.size() < 2) return std::nullopt;
  for (double& p : law.probability) p /= law.pairs;
  return law;
}

// The denominators 1 + theta phi, by the distance of theta from the end of its
// range where the denominator of the class `pole` is zero: computed from there,
// a small denominator keeps its precision.
std::vector<double> Denominators(std::span<const double> phi, double pole,
                                 double distance) {
  const double step = pole > 0 ? distance : -distance;
  std::vector<double> denominators;
  denominators.reserve(phi.size());
  for (const double value : phi) {
    denominators.push_back((pole - value) / pole + step * value);
  }
  return denominators;
}

// The law of weights p / (1 + theta phi) with sum p phi / (1 + theta phi) = 0
// and all denominators positive; null when all phi have one sign.
std::optional<std::vector<double>> Tilted(const Law& law,
                                          std::span<const double> phi) {
  const auto [least, most] = std::minmax_element(phi.begin(), phi.end());
  if (!(*least < 0 && *most > 0)) return std::nullopt;
  const auto sum_at = [&](double pole, double distance) {
    const std::vector<double> below = Denominators(phi, pole, distance);
    double sum = 0;
    for (std::size_t i = 0; i < phi.size(); ++i) {
      sum += law.probability[i] * phi[i] / below[i];
    }
    return sum;
  };
  // The sum decreases in theta, from infinity at -1 / most to minus infinity at
  // -1 / least. The root is sought from the nearer end.
  double hi = 0.5 * (1 / *most - 1 / *least);
  const double pole = sum_at(*most, hi) > 0 ? *least : *most;
  double lo = 0;
  while (true) {
    const double distance = 0.5 * (lo + hi);
    if (distance <= lo || distance >= hi) break;
    const bool closer =
        pole > 0 ? sum_at(pole, distance) < 0 : sum_at(pole, distance) > 0;
    (closer ? hi : lo) = distance;
  }
  std::vector<double> tilted(law.probability);
  const std::vector<double> below = Denominators(phi, pole, hi);
  for (std::size_t i = 0; i < tilted.size(); ++i) tilted[i] /= below[i];
  return tilted;
}

// The likeliest law with mean s.
std::optional<std::vector<double>> LawWithMean(const Law& law, double s) {
  std::vector<double> phi = law.score;
  for (double& value : phi) value -= s;
  return Tilted(law, phi);
}

// The likeliest law with (mean - 1/2) / sd = t, by fixed point iteration.
std::optional<std::vector<double>> LawWithEffect(const Law& law, double t) {
  std::vector<double> p(law.score.size(),
                        1 / static_cast<double>(law.score.size()));
  double before = std::numeric_limits<double>::infinity();
  for (int round = 0; round < kMaxRounds; ++round) {
    double mean = 0;
    for (std::size_t i = 0; i < p.size(); ++i) mean += p[i] * law.score[i];
    double variance = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
      const double d = law.score[i] - mean;
      variance += p[i] * d * d;
    }
    const double sd = std::sqrt(variance);
    if (!(sd > 0)) return std::nullopt;
    std::vector<double> phi;
    for (const double a : law.score) {
      const double u = (mean - a) / sd;
      phi.push_back(a - 0.5 - 0.5 * t * sd * (1 + u * u));
    }
    std::optional<std::vector<double>> next = Tilted(law, phi);
    if (!next) return std::nullopt;
    double moved = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
      moved = std::max(moved, std::abs((*next)[i] - p[i]));
    }
    p = std::move(*next);
    if (!std::isfinite(moved)) return std::nullopt;
    if (moved == 0 || (moved < kSettled && moved >= before)) return p;
    before = moved;
  }
  if (before < kSettled) return p;
  return std::nullopt;
}

std::optional<double> Compare(const Law& law,
                              const std::optional<std::vector<double>>& p0,
                              const std::optional<std::vector<double>>& p1) {
  if (!p0 || !p1) return std::nullopt;
  double sum = 0;
  for (std::size_t i = 0; i < law.probability.size(); ++i) {
    sum += law.probability[i] * std::log((*p1)[i] / (*p0)[i]);
  }
  if (!std::isfinite(sum)) return std::nullopt;
  return PositiveZero(law.pairs * sum);
}

bool ProperScores(double s0, double s1) {
  return s0 > 0 && s0 < 1 && s1 > 0 && s1 < 1;
}

}  // namespace

std::optional<double> ExactScoreLlr(std::span<const std::int64_t> counts,
                                    double s0, double s1) {
  const std::optional<Law> law = ObservedLaw(counts);
  if (!law || !ProperScores(s0, s1)) return std::nullopt;
  return Compare(*law, LawWithMean(*law, s0), LawWithMean(*law, s1));
}

std::optional<double> ExactEffectLlr(std::span<const std::int64_t> counts,
                                     double t0, double t1) {
  const std::optional<Law> law = ObservedLaw(counts);
  if (!law || !(std::abs(t0) <= 1 && std::abs(t1) <= 1)) return std::nullopt;
  return Compare(*law, LawWithEffect(*law, t0), LawWithEffect(*law, t1));
}

}  // namespace couillon::stats
