#include "arena/stats/league/league_covariance.h"

#include <cstddef>
#include <span>

#include "arena/stats/law/matrix.h"
#include "arena/stats/league/league_moments.h"
#include "arena/stats/league/league_rating.h"

namespace couillon::stats {
namespace {

std::size_t Index(int i) { return static_cast<std::size_t>(i); }

// Returns the sum over deals (or pairs) of U U'.
Matrix Middle(std::size_t bots, std::span<const FittedPairing> pairings,
              std::span<const CrossMoments> crosses) {
  Matrix middle(bots, bots);
  for (const FittedPairing& pairing : pairings) {
    AddOuter(pairing, pairing, ResidualSquares(pairing), middle);
  }
  for (const CrossMoments& cross : crosses) {
    const FittedPairing& k = pairings[Index(cross.k)];
    const FittedPairing& l = pairings[Index(cross.l)];
    const double value = ResidualProducts(pairings, cross);
    AddOuter(k, l, value, middle);
    AddOuter(l, k, value, middle);
  }
  return middle;
}

}  // namespace

double ResidualSquares(const FittedPairing& pairing) {
  const PairingMoments& seen = pairing.seen;
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

Matrix CurvatureOf(int bots, std::span<const FittedPairing> pairings) {
  Matrix curvature(Index(bots), Index(bots));
  for (const FittedPairing& pairing : pairings) {
    AddOuter(pairing, pairing, pairing.seen.pairs * pairing.slope, curvature);
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

Matrix StrengthCovariance(const Matrix& bread,
                          std::span<const FittedPairing> pairings,
                          std::span<const CrossMoments> crosses, double deals,
                          LeagueErrors errors) {
  if (errors == LeagueErrors::kCurvature) return bread;
  const bool by_deal = errors == LeagueErrors::kByDeal;
  const std::size_t n = bread.rows();
  const Matrix middle =
      Middle(n, pairings, by_deal ? crosses : crosses.first(0));
  Matrix covariance = Product(Product(bread, middle), bread);
  double clusters = 0;
  for (const FittedPairing& pairing : pairings) clusters += pairing.seen.pairs;
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
