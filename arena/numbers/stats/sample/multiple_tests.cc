// Holm's step-down procedure, and the e-value version of Benjamini and
// Hochberg's step-up.

#include "arena/numbers/stats/sample/multiple_tests.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace couillon::stats {
namespace {

std::vector<std::size_t> Identity(std::size_t n) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

}  // namespace

std::vector<double> HolmAdjusted(std::span<const double> p_values) {
  std::vector<std::size_t> order = Identity(p_values.size());
  std::stable_sort(
      order.begin(), order.end(),
      [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
  std::vector<double> adjusted(p_values.size());
  double largest = 0;
  auto left = static_cast<double>(p_values.size());
  for (const std::size_t i : order) {
    largest = std::max(largest, std::min(1.0, left * p_values[i]));
    adjusted[i] = largest;
    left -= 1;
  }
  return adjusted;
}

std::vector<bool> EBenjaminiHochberg(std::span<const double> e_values,
                                     double alpha) {
  std::vector<std::size_t> order = Identity(e_values.size());
  std::stable_sort(
      order.begin(), order.end(),
      [&](std::size_t a, std::size_t b) { return e_values[a] > e_values[b]; });
  const auto n = static_cast<double>(e_values.size());
  std::size_t rejected = 0;
  for (std::size_t k = 1; k <= order.size(); ++k) {
    if (e_values[order[k - 1]] >= n / (alpha * static_cast<double>(k))) {
      rejected = k;
    }
  }
  std::vector<bool> result(e_values.size(), false);
  for (std::size_t k = 0; k < rejected; ++k) result[order[k]] = true;
  return result;
}

}  // namespace couillon::stats
