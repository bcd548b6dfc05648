#include "arena/stats/league/league_covariance.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "arena/stats/law/int128.h"
#include "arena/stats/law/matrix.h"
#include "arena/stats/league/bradley_terry.h"
#include "arena/stats/league/league_rating.h"
#include "arena/stats/league/tied_strengths.h"
#include "arena/stats/pairs/pair_sums.h"

namespace couillon::stats {
namespace {

std::size_t Index(int i) { return static_cast<std::size_t>(i); }

// Sums of two pairings over their common deals, centred: c = 2y - d in -d..d,
// summed as exact integers and then divided by d to a score in [-1, 1].
struct CentredSums {
  double deals;
  double sum_k;
  double sum_l;
  double sum_products;
};

CentredSums Centred(const CrossSums& cross, std::int64_t denominator_k,
                    std::int64_t denominator_l) {
  const Int128 dk = denominator_k;
  const Int128 dl = denominator_l;
  const Int128 n = cross.deals;
  const Int128 products = 4 * Int128{cross.sum_products} -
                          2 * dl * cross.sum_k - 2 * dk * cross.sum_l +
                          n * dk * dl;
  return {.deals = static_cast<double>(n),
          .sum_k = static_cast<double>(2 * Int128{cross.sum_k} - n * dk) /
                   static_cast<double>(dk),
          .sum_l = static_cast<double>(2 * Int128{cross.sum_l} - n * dl) /
                   static_cast<double>(dl),
          .sum_products =
              static_cast<double>(products) / static_cast<double>(dk * dl)};
}

// Returns E_kl, the sum of products of residuals over the common deals.
double ResidualProducts(const CentredSums& sums, double q_k, double q_l) {
  return 0.25 * (sums.sum_products - q_l * sums.sum_k - q_k * sums.sum_l +
                 sums.deals * q_k * q_l);
}

// Adds value * d_k d_l' to the middle matrix.
void AddOuter(const FittedPairing& k, const FittedPairing& l, double value,
              Matrix& middle) {
  middle(Index(k.i), Index(l.i)) += value;
  middle(Index(k.j), Index(l.j)) += value;
  middle(Index(k.i), Index(l.j)) -= value;
  middle(Index(k.j), Index(l.i)) -= value;
}

ScoreLine LineOf(const FittedPairing& pairing) {
  const auto d = static_cast<double>(pairing.score.denominator);
  const double won = static_cast<double>(pairing.score.sum) / d;
  const double lost = static_cast<double>(SwappedScore(pairing.score).sum) / d;
  return {.i = pairing.i, .j = pairing.j, .won = won, .lost = lost};
}

// Returns the sum over deals (or pairs) of U U'.
Matrix Middle(std::span<const double> strengths,
              std::span<const FittedPairing> pairings,
              std::span<const CrossSums> crosses) {
  Matrix middle(strengths.size(), strengths.size());
  std::vector<double> q(pairings.size());
  for (std::size_t k = 0; k < pairings.size(); ++k) {
    const FittedPairing& pairing = pairings[k];
    q[k] = std::tanh(
        0.5 * (strengths[Index(pairing.i)] - strengths[Index(pairing.j)]));
    const PairSums& score = pairing.score;
    const CrossSums own = {.k = 0,
                           .l = 0,
                           .deals = score.pairs,
                           .sum_k = score.sum,
                           .sum_l = score.sum,
                           .sum_products = score.sum_squares};
    const CentredSums sums = Centred(own, score.denominator, score.denominator);
    AddOuter(pairing, pairing, ResidualProducts(sums, q[k], q[k]), middle);
  }
  for (const CrossSums& cross : crosses) {
    const FittedPairing& k = pairings[Index(cross.k)];
    const FittedPairing& l = pairings[Index(cross.l)];
    const CentredSums sums =
        Centred(cross, k.score.denominator, l.score.denominator);
    const double value =
        ResidualProducts(sums, q[Index(cross.k)], q[Index(cross.l)]);
    AddOuter(k, l, value, middle);
    AddOuter(l, k, value, middle);
  }
  return middle;
}

}  // namespace

Matrix StrengthCovariance(std::span<const double> strengths,
                          std::span<const FittedPairing> pairings,
                          std::span<const CrossSums> crosses,
                          std::int64_t deals, LeagueErrors errors,
                          const StrengthTies& ties) {
  std::vector<ScoreLine> lines;
  lines.reserve(pairings.size());
  for (const FittedPairing& pairing : pairings) {
    lines.push_back(LineOf(pairing));
  }
  const Matrix curvature = Curvature(strengths, lines);
  Matrix bread =
      ties.empty() ? SumZeroInverse(curvature) : TiedInverse(curvature, ties);
  if (bread.rows() == 0 || errors == LeagueErrors::kCurvature) return bread;
  const bool by_deal = errors == LeagueErrors::kByDeal;
  const Matrix middle =
      Middle(strengths, pairings, by_deal ? crosses : crosses.first(0));
  Matrix covariance = Product(Product(bread, middle), bread);
  double clusters = 0;
  for (const FittedPairing& pairing : pairings) {
    clusters += static_cast<double>(pairing.score.pairs);
  }
  if (by_deal) clusters = static_cast<double>(deals);
  const double correction = clusters / (clusters - 1);
  const std::size_t n = covariance.rows();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const double value =
          0.5 * correction * (covariance(i, j) + covariance(j, i));
      covariance(i, j) = covariance(j, i) = value;
    }
  }
  AddPriorErrors(bread, ties, covariance);
  return covariance;
}

}  // namespace couillon::stats
