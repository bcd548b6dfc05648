#include "arena/numbers/stats/league/misfit.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "arena/numbers/stats/law/distributions.h"
#include "arena/numbers/stats/law/index.h"
#include "arena/numbers/stats/law/matrix.h"
#include "arena/numbers/stats/league/bradley_terry.h"
#include "arena/numbers/stats/league/points_fit.h"

namespace couillon::stats {
namespace {

// The covariance of more leads takes too long and needs more deals than there
// are.
constexpr int kMostCycles = 400;
constexpr int kFewestDealsMore = 6;  // than cycles

double MeanLead(const FittedPairing& pairing) {
  return pairing.seen->lead / pairing.seen->pairs;
}

// The variance of the mean lead of a pairing, with two virtual pairs.
double MeanVariance(const FittedPairing& pairing, double virtual_lead) {
  const double n = pairing.seen->pairs;
  const double mean = MeanLead(pairing);
  const double squares =
      std::max(pairing.seen->squares - n * mean * mean, 0.0) +
      2 * virtual_lead * virtual_lead;
  return squares / (n * (n + 1));
}

double UpperTailOfF(double f, double df1, double df2) {
  return BetaCdf(df2 / (df2 + df1 * f), 0.5 * df2, 0.5 * df1);
}

Misfit WithoutCommonDeals(int bots, std::span<const FittedPairing> pairings,
                          double virtual_lead) {
  Misfit misfit{.df = static_cast<int>(pairings.size()) - bots + 1};
  std::vector<LeadLine> lines;
  double spread = 0;  // mean over pairings of that of a squared t
  for (const FittedPairing& pairing : pairings) {
    const double n = pairing.seen->pairs;
    // Squares of t with n - 1 degrees average (n - 1)/(n - 3).
    const double inflation = n > 5 ? (n - 1) / (n - 3) : 2;
    spread += n > 8 ? (n - 2) / (n - 5) : 2;
    const double weight = 1 / (inflation * MeanVariance(pairing, virtual_lead));
    lines.push_back({.i = pairing.i,
                     .j = pairing.j,
                     .pairs = weight * pairing.slope * pairing.slope,
                     .lead = weight * pairing.slope *
                             (MeanLead(pairing) - pairing.expected)});
  }
  const StrengthFit fit = FitPoints(bots, lines);
  if (!fit.converged) return misfit;
  for (std::size_t k = 0; k < pairings.size(); ++k) {
    const LeadLine& line = lines[k];
    const double slope = pairings[k].slope;
    const double weight = line.pairs / (slope * slope);
    const double moved =
        slope * (fit.strengths[Index(line.i)] - fit.strengths[Index(line.j)]);
    const double left = line.lead / (weight * slope) - moved;
    misfit.statistic += weight * left * left;
  }
  spread /= static_cast<double>(pairings.size());
  misfit.p = ChiSquareUpperTail(misfit.statistic / spread, misfit.df / spread);
  return misfit;
}

// One closed path per pairing that is not in a tree of pairings: the pairing,
// and the way back through the tree. Rows of +1 and -1, by pairing.
class Cycles {
 public:
  Cycles(int bots, std::span<const FittedPairing> pairings)
      : pairings_(pairings), above_(Index(bots), -1), depth_(Index(bots), -1) {
    depth_[0] = 0;
    bool grows = true;
    std::vector<bool> in_tree(pairings.size(), false);
    while (grows) {
      grows = false;
      for (std::size_t k = 0; k < pairings.size(); ++k) {
        const std::size_t i = Index(pairings[k].i);
        const std::size_t j = Index(pairings[k].j);
        if ((depth_[i] < 0) == (depth_[j] < 0)) continue;
        const std::size_t leaf = depth_[i] < 0 ? i : j;
        depth_[leaf] = depth_[leaf == i ? j : i] + 1;
        above_[leaf] = static_cast<int>(k);
        in_tree[k] = true;
        grows = true;
      }
    }
    for (std::size_t k = 0; k < pairings.size(); ++k) {
      if (!in_tree[k]) rows_.push_back(RowOf(static_cast<int>(k)));
    }
  }

  [[nodiscard]] const std::vector<std::vector<double>>& rows() const {
    return rows_;
  }

 private:
  // Adds the way from `bot` one step up the tree, times `sign`.
  int Climb(int bot, double sign, std::vector<double>& row) const {
    const std::size_t k = Index(above_[Index(bot)]);
    const bool is_first = pairings_[k].i == bot;
    row[k] += is_first ? sign : -sign;
    return is_first ? pairings_[k].j : pairings_[k].i;
  }

  // lead(i, j) minus the leads on the way from i to j.
  [[nodiscard]] std::vector<double> RowOf(int k) const {
    std::vector<double> row(pairings_.size());
    row[Index(k)] = 1;
    int i = pairings_[Index(k)].i;
    int j = pairings_[Index(k)].j;
    while (i != j) {
      if (depth_[Index(i)] >= depth_[Index(j)]) {
        i = Climb(i, -1, row);
      } else {
        j = Climb(j, 1, row);
      }
    }
    return row;
  }

  std::span<const FittedPairing> pairings_;
  std::vector<int> above_;  // by bot: the pairing to its parent in the tree
  std::vector<int> depth_;  // by bot
  std::vector<std::vector<double>> rows_;
};

// The covariance of the mean leads, over the slopes.
Matrix LeadCovariance(std::span<const FittedPairing> pairings,
                      const FittedCrosses& crosses, double virtual_lead) {
  Matrix covariance(pairings.size(), pairings.size());
  for (std::size_t k = 0; k < pairings.size(); ++k) {
    covariance(k, k) = MeanVariance(pairings[k], virtual_lead) /
                       (pairings[k].slope * pairings[k].slope);
  }
  crosses.ForEach([&](const CrossMoments& cross) {
    const std::size_t k = Index(cross.k);
    const std::size_t l = Index(cross.l);
    const double n = cross.deals;
    const double products = cross.products - cross.lead_k * cross.lead_l / n;
    const double value = products * (n / (n + 1)) /
                         (pairings[k].seen->pairs * pairings[l].seen->pairs *
                          pairings[k].slope * pairings[l].slope);
    covariance(k, l) = covariance(l, k) = value;
  });
  return covariance;
}

Misfit WithCommonDeals(int bots, std::span<const FittedPairing> pairings,
                       const FittedCrosses& crosses, double virtual_lead) {
  Misfit misfit{.df = static_cast<int>(pairings.size()) - bots + 1};
  double deals = std::numeric_limits<double>::infinity();
  for (const FittedPairing& pairing : pairings) {
    deals = std::min(deals, pairing.seen->pairs);
  }
  if (misfit.df > kMostCycles || deals < misfit.df + kFewestDealsMore) {
    return misfit;
  }
  const Cycles cycles(bots, pairings);
  const Matrix leads = LeadCovariance(pairings, crosses, virtual_lead);
  const std::size_t q = cycles.rows().size();
  Matrix z(q, pairings.size());
  Matrix turned(pairings.size(), q);
  std::vector<double> sums(q);
  for (std::size_t c = 0; c < q; ++c) {
    for (std::size_t k = 0; k < pairings.size(); ++k) {
      z(c, k) = turned(k, c) = cycles.rows()[c][k];
      sums[c] += z(c, k) * (MeanLead(pairings[k]) - pairings[k].expected) /
                 pairings[k].slope;
    }
  }
  const std::optional<Matrix> factor =
      CholeskyFactor(Product(Product(z, leads), turned));
  if (!factor) return misfit;
  const std::vector<double> solved = SolveFactored(*factor, sums);
  for (std::size_t c = 0; c < q; ++c) misfit.statistic += sums[c] * solved[c];
  const auto df = static_cast<double>(misfit.df);
  misfit.p = UpperTailOfF(misfit.statistic * (deals - df) / (df * (deals - 1)),
                          df, deals - df);
  return misfit;
}

}  // namespace

Misfit TestMisfit(int bots, std::span<const FittedPairing> pairings,
                  const FittedCrosses& crosses, double virtual_lead) {
  if (static_cast<int>(pairings.size()) < bots) return {};
  return crosses.empty()
             ? WithoutCommonDeals(bots, pairings, virtual_lead)
             : WithCommonDeals(bots, pairings, crosses, virtual_lead);
}

}  // namespace couillon::stats
