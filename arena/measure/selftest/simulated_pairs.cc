#include "arena/measure/selftest/simulated_pairs.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace couillon::arena {

double MeanOfLaw(const CellLaw& law) {
  double mean = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    mean += law[i] * static_cast<double>(i) / 4;
  }
  return mean;
}

double SdOfLaw(const CellLaw& law) {
  const double mean = MeanOfLaw(law);
  double variance = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    const double d = static_cast<double>(i) / 4 - mean;
    variance += law[i] * d * d;
  }
  return std::sqrt(variance);
}

std::int64_t DrawQuarters(const CellLaw& law, stats::SplitMix64& random) {
  double u = random.NextUnit();
  for (std::size_t i = 0; i < 4; ++i) {
    u -= law[i];
    if (u < 0) return static_cast<std::int64_t>(i);
  }
  return 4;
}

stats::PairSums DrawPairs(const CellLaw& law, int n,
                          stats::SplitMix64& random) {
  std::array<std::int64_t, 5> counts{};
  for (int i = 0; i < n; ++i) {
    ++counts[static_cast<std::size_t>(DrawQuarters(law, random))];
  }
  return stats::SumsOfCells(counts);
}

CellLaw Tilted(const CellLaw& law, double effect) {
  double lo = -20;
  double hi = 20;
  CellLaw tilted{};
  for (int step = 0; step < 100; ++step) {
    const double h = 0.5 * (lo + hi);
    double total = 0;
    for (std::size_t i = 0; i < 5; ++i) {
      tilted[i] = law[i] * std::exp(h * (static_cast<double>(i) / 4 - 0.5));
      total += tilted[i];
    }
    for (double& p : tilted) p /= total;
    ((MeanOfLaw(tilted) - 0.5) / SdOfLaw(tilted) < effect ? lo : hi) = h;
  }
  return tilted;
}

std::vector<NamedLaw> NullLaws() {
  return {{"results typical of cards", {0.08, 0.12, 0.60, 0.12, 0.08}},
          {"results typical of chess", {0.05, 0.20, 0.50, 0.20, 0.05}},
          {"no draws", {0.25, 0.0, 0.50, 0.0, 0.25}},
          {"close bots", {0.0, 0.08, 0.84, 0.08, 0.0}},
          {"rare decisions", {0.004, 0.006, 0.98, 0.006, 0.004}}};
}

std::vector<std::size_t> ArrivalOrder(const std::vector<std::int64_t>& quarters,
                                      std::size_t in_flight) {
  std::vector<double> done_at;
  std::vector<double> slots(in_flight, 0.0);
  for (const std::int64_t x : quarters) {
    const auto slot = std::min_element(slots.begin(), slots.end());
    *slot += x < 2 ? 3.0 : 1.0;
    done_at.push_back(*slot);
  }
  std::vector<std::size_t> arrival(quarters.size());
  std::iota(arrival.begin(), arrival.end(), std::size_t{0});
  std::stable_sort(arrival.begin(), arrival.end(),
                   [&](auto a, auto b) { return done_at[a] < done_at[b]; });
  return arrival;
}

}  // namespace couillon::arena
