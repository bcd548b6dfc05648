// The sandwich: the inverse curvature on both sides of the sums of products of
// residuals.

#include "arena/numbers/stats/league/league_covariance.h"

#include <algorithm>
#include <cstddef>

#include "arena/numbers/stats/law/index.h"
#include "arena/numbers/stats/league/league_size.h"

namespace couillon::stats {
namespace {

constexpr std::size_t kRowsOfABlock = 64;

// Returns the sum over deals (or pairs) of U U'.
Matrix Middle(std::size_t bots, std::span<const FittedPairing> pairings,
              const FittedCrosses& crosses) {
  Matrix middle(bots, bots);
  for (const FittedPairing& pairing : pairings) {
    AddOuter(pairing, pairing, ResidualSquares(pairing), middle);
  }
  crosses.ForEach([&](const CrossMoments& cross) {
    const FittedPairing& k = pairings[Index(cross.k)];
    const FittedPairing& l = pairings[Index(cross.l)];
    const double value = ResidualProducts(pairings, cross);
    AddOuter(k, l, value, middle);
    AddOuter(l, k, value, middle);
  });
  return middle;
}

}  // namespace

double ResidualSquares(const FittedPairing& pairing) {
  const PairingMoments& seen = *pairing.seen;
  return seen.squares - 2 * pairing.expected * seen.lead +
         seen.pairs * pairing.expected * pairing.expected;
}

double ResidualProducts(std::span<const FittedPairing> pairings,
                        const CrossMoments& cross) {
  const double k = pairings[Index(cross.k)].expected;
  const double l = pairings[Index(cross.l)].expected;
  return cross.products - l * cross.lead_k - k * cross.lead_l +
         cross.deals * k * l;
}

Matrix ComputeCurvature(int bots, std::span<const FittedPairing> pairings) {
  Matrix curvature(Index(bots), Index(bots));
  for (const FittedPairing& pairing : pairings) {
    AddOuter(pairing, pairing, pairing.seen->pairs * pairing.slope, curvature);
  }
  return curvature;
}

void AddOuter(const FittedPairing& k, const FittedPairing& l, double value,
              Matrix& middle) {
  middle(Index(k.i), Index(l.i)) += value;
  middle(Index(k.j), Index(l.j)) += value;
  middle(Index(k.i), Index(l.j)) -= value;
  middle(Index(k.j), Index(l.i)) -= value;
}

Matrix Sandwich(const Matrix& bread, const Matrix& middle) {
  const Matrix left = Product(bread, middle);
  if (!IsLarge(bread.rows())) return Product(left, bread);
  const std::size_t n = bread.rows();
  Matrix sandwich(n, n);
  for (std::size_t first = 0; first < n; first += kRowsOfABlock) {
    const std::size_t end = std::min(n, first + kRowsOfABlock);
    // The rows up to the diagonal need only these columns of the bread.
    Matrix rows(end - first, n);
    Matrix columns(n, end);
    for (std::size_t i = first; i < end; ++i) {
      std::copy_n(left.row(i), n, rows.row(i - first));
    }
    for (std::size_t k = 0; k < n; ++k) {
      std::copy_n(bread.row(k), end, columns.row(k));
    }
    const Matrix block = Product(rows, columns);
    for (std::size_t i = first; i < end; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        sandwich(i, j) = sandwich(j, i) = block(i - first, j);
      }
    }
  }
  return sandwich;
}

Matrix StrengthCovariance(const Matrix& bread,
                          std::span<const FittedPairing> pairings,
                          const FittedCrosses& crosses, double deals,
                          LeagueErrors errors) {
  if (errors == LeagueErrors::kCurvature) return bread;
  const bool by_deal = errors == LeagueErrors::kByDeal;
  const std::size_t n = bread.rows();
  const Matrix middle =
      Middle(n, pairings, by_deal ? crosses : FittedCrosses());
  Matrix covariance = Sandwich(bread, middle);
  double clusters = 0;
  for (const FittedPairing& pairing : pairings) clusters += pairing.seen->pairs;
  if (by_deal) clusters = deals;
  const double correction = clusters / (clusters - 1);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const double value =
          0.5 * correction * (covariance(i, j) + covariance(j, i));
      covariance(i, j) = covariance(j, i) = value;
    }
  }
  return covariance;
}

}  // namespace couillon::stats
