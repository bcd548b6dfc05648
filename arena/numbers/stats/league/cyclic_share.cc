// Strengths explain a matrix of differences; the cyclic share is what remains
// of the squares.

#include "arena/numbers/stats/league/cyclic_share.h"

#include <cstddef>

#include "arena/numbers/stats/law/interval.h"

namespace couillon::stats {

PayoffSplit SplitPayoffs(const Matrix& payoffs) {
  const std::size_t n = payoffs.rows();
  PayoffSplit split;
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += payoffs(i, j);
    split.rating.push_back(PositiveZero(sum / static_cast<double>(n)));
  }
  double total = 0;
  double rotation = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const double a = payoffs(i, j);
      const double rest = a - (split.rating[i] - split.rating[j]);
      total += a * a;
      rotation += rest * rest;
    }
  }
  // Rounding alone leaves about 1e-32 of the total.
  if (rotation < 1e-28 * total) rotation = 0;
  if (total > 0) split.cyclic_share = rotation / total;
  return split;
}

}  // namespace couillon::stats
