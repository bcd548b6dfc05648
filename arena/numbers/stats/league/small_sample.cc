// Leverages of the pairings from the inverse curvature, then the spread of each
// variance, layer by layer of shared deals.

#include "arena/numbers/stats/league/small_sample.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "arena/numbers/stats/law/index.h"
#include "arena/numbers/stats/league/league_size.h"
#include "arena/numbers/stats/league/win_graph.h"

namespace couillon::stats {
namespace {

// More layers of shared deals than this are joined: each costs a pass over all
// pairs of pairings.
constexpr std::size_t kMaxLayers = 8;

// Steps of the loops below, about half a minute of them. No league of a
// thousand bots that have all met comes near.
constexpr std::size_t kMaxSpreadSteps = 100'000'000'000;
constexpr std::size_t kMaxLayerSteps = 50'000'000'000;

class Errors {
 public:
  Errors(const Matrix& bread, std::span<const FittedPairing> pairings,
         const FittedCrosses& crosses, double virtual_lead)
      : bread_(bread),
        pairings_(pairings),
        crosses_(crosses),
        bots_(bread.rows()),
        // Half of all possible pairings, or more than can be added exactly.
        is_bounded_(IsLarge(bots_) &&
                    (4 * pairings.size() >= bots_ * bots_ ||
                     pairings.size() * bots_ * bots_ > kMaxSpreadSteps)),
        middle_(bots_, bots_),
        spread_(bots_, bots_) {
    double pairs = 0;
    double squares = 0;
    for (const FittedPairing& pairing : pairings) {
      pairs += pairing.seen->pairs;
      squares += pairing.seen->squares;
    }
    if (virtual_lead <= 0) return;
    virtual_squares_ = 2 * std::max(virtual_lead * virtual_lead,
                                    pairs > 0 ? squares / pairs : 0);
  }

  SmallSample Find() {
    FindGroups();
    FindFactors();
    if (is_bounded_) FindRanges();
    AddSquares();
    if (is_bounded_) SpreadBounds();
    JoinManyGroups();
    for (const std::vector<int>& group : groups_) {
      if (group.size() > 1) AddLayers(group);
    }
    SmallSample errors{.covariance = Sandwich(bread_, middle_),
                       .degrees = Matrix(bots_, bots_)};
    Symmetrize(errors.covariance);
    FindDegrees(errors);
    return errors;
  }

 private:
  // Groups of pairings that share deals; none are listed without such deals.
  void FindGroups() {
    if (crosses_.empty()) return;
    UnionOfVertices shared(static_cast<int>(pairings_.size()));
    crosses_.ForEach([&](const CrossMoments& cross) {
      shared.Join({cross.k, cross.l});
      ++cross_count_;
    });
    groups_ = shared.Components();
  }

  // Joins the groups if the layers of each would take too long. What they add
  // to the spread is not less then: degrees of freedom from below.
  void JoinManyGroups() {
    const std::size_t layer = bots_ * bots_ * bots_ + cross_count_;
    std::size_t steps = 0;
    for (const std::vector<int>& group : groups_) {
      if (group.size() > 1) steps += layer * ListLayers(group).size();
    }
    if (steps <= kMaxLayerSteps) return;
    std::vector<int> joined;
    for (const std::vector<int>& group : groups_) {
      if (group.size() < 2) continue;
      joined.insert(joined.end(), group.begin(), group.end());
    }
    std::sort(joined.begin(), joined.end());
    groups_ = {std::move(joined)};
  }

  // Calls visit(group) with every group, a single pairing or more.
  template <typename Visit>
  void ForEachGroup(const Visit& visit) {
    if (crosses_.empty()) {
      for (int k = 0; k < static_cast<int>(pairings_.size()); ++k) {
        visit(std::span(&k, 1));
      }
    }
    for (const std::vector<int>& group : groups_) {
      visit(std::span<const int>(group));
    }
  }

  [[nodiscard]] double ComputeLeverage(const FittedPairing& pairing) const {
    const std::size_t i = Index(pairing.i);
    const std::size_t j = Index(pairing.j);
    return pairing.seen->pairs * pairing.slope *
           (bread_(i, i) + bread_(j, j) - 2 * bread_(i, j));
  }

  // The leverage of the pairings on the deals of pairing k is that of k and of
  // those in its group with no more deals.
  void FindFactors() {
    factors_.resize(pairings_.size());
    leverages_.resize(pairings_.size());
    ForEachGroup([this](std::span<const int> group) {
      std::vector<int> by_pairs(group.begin(), group.end());
      std::sort(by_pairs.begin(), by_pairs.end(), [&](int a, int b) {
        return pairings_[Index(a)].seen->pairs <
               pairings_[Index(b)].seen->pairs;
      });
      FindFactorsOf(by_pairs);
    });
  }

  // Finds the factors of a group, ascending by pairs.
  void FindFactorsOf(const std::vector<int>& group) {
    double leverage = 0;
    for (std::size_t first = 0; first < group.size();) {
      const double n = pairings_[Index(group[first])].seen->pairs;
      std::size_t end = first;
      for (;
           end < group.size() && pairings_[Index(group[end])].seen->pairs == n;
           ++end) {
        leverage += ComputeLeverage(pairings_[Index(group[end])]);
      }
      for (; first < end; ++first) {
        const std::size_t k = Index(group[first]);
        leverages_[k] = std::min(1.0, leverage);
        const double virtual_pairs = virtual_squares_ > 0 ? 2 : 0;
        factors_[k] = n / std::max(n + virtual_pairs - leverages_[k], 0.5);
      }
    }
  }

  // Adds the squares of all pairings to the middle of the sandwich, and the
  // spread of those that share no deals.
  void AddSquares() {
    ForEachGroup([this](std::span<const int> group) {
      for (const int at : group) {
        const std::size_t k = Index(at);
        const FittedPairing& pairing = pairings_[k];
        const double squares = std::max(ResidualSquares(pairing), 0.0);
        AddOuter(pairing, pairing, factors_[k] * (squares + virtual_squares_),
                 middle_);
        if (group.size() > 1) continue;
        AddSpread(pairing, factors_[k] * squares,
                  pairing.seen->pairs - leverages_[k]);
      }
    });
    crosses_.ForEach([&](const CrossMoments& cross) {
      const FittedPairing& k = pairings_[Index(cross.k)];
      const FittedPairing& l = pairings_[Index(cross.l)];
      const double value = CrossOf(cross);
      AddOuter(k, l, value, middle_);
      AddOuter(l, k, value, middle_);
    });
  }

  [[nodiscard]] double CrossOf(const CrossMoments& cross) const {
    return std::sqrt(factors_[Index(cross.k)] * factors_[Index(cross.l)]) *
           ResidualProducts(pairings_, cross);
  }

  // Adds v^2 / degrees for the part v of each variance that comes from the
  // squares of one pairing.
  void AddSpread(const FittedPairing& pairing, double squares, double degrees) {
    if (squares <= 0) return;
    const double scale = squares * squares / std::max(degrees, 1e-9);
    if (is_bounded_) {
      BoundSpread(pairing, scale);
      return;
    }
    std::vector<double> weights(bots_);
    for (std::size_t s = 0; s < bots_; ++s) {
      weights[s] = bread_(s, Index(pairing.i)) - bread_(s, Index(pairing.j));
    }
    for (std::size_t s = 0; s < bots_; ++s) {
      const double own = weights[s] * weights[s];
      spread_(s, s) += scale * own * own;
      for (std::size_t t = 0; t < s; ++t) {
        const double difference = weights[s] - weights[t];
        const double square = difference * difference;
        spread_(s, t) += scale * square * square;
      }
    }
  }

  // The range of a row of the bread without its diagonal.
  void FindRanges() {
    for (std::size_t s = 0; s < bots_; ++s) {
      Range range{.least = bread_(s, s == 0 ? 1 : 0)};
      range.most = range.least;
      for (std::size_t t = 0; t < bots_; ++t) {
        if (s == t) continue;
        range.least = std::min(range.least, bread_(s, t));
        range.most = std::max(range.most, bread_(s, t));
      }
      ranges_.push_back(range);
    }
    bounds_.resize(bots_);
  }

  // The same as AddSpread, from above: the weights of the bots other than i and
  // j lie in a short range, and each takes the end of it that adds most.
  void BoundSpread(const FittedPairing& pairing, double scale) {
    const std::size_t i = Index(pairing.i);
    const std::size_t j = Index(pairing.j);
    const double of_i = bread_(i, i) - bread_(i, j);
    const double of_j = bread_(i, j) - bread_(j, j);
    const double least = ranges_[i].least - ranges_[j].most;
    const double most = ranges_[i].most - ranges_[j].least;
    const auto fourth = [](double a, double b) {
      const double difference = std::max(std::abs(a), std::abs(b));
      return difference * difference * difference * difference;
    };
    const double all = scale * fourth(most - least, 0);
    const double more_i = scale * fourth(of_i - least, of_i - most) - all;
    const double more_j = scale * fourth(of_j - least, of_j - most) - all;
    bound_of_all_ += all;
    bounds_[i] += more_i;
    bounds_[j] += more_j;
    // The weight of the two bots against each other is known.
    const double direct = scale * fourth(of_i - of_j, 0);
    spread_(std::max(i, j), std::min(i, j)) += direct - all - more_i - more_j;
    const double of_mean = scale * fourth(least, most);
    bound_of_means_ += of_mean;
    spread_(i, i) += scale * fourth(of_i, 0) - of_mean;
    spread_(j, j) += scale * fourth(of_j, 0) - of_mean;
  }

  void SpreadBounds() {
    for (std::size_t s = 0; s < bots_; ++s) {
      spread_(s, s) += bound_of_means_;
      for (std::size_t t = 0; t < s; ++t) {
        spread_(s, t) += bound_of_all_ + bounds_[s] + bounds_[t];
      }
    }
  }

  // The numbers of deals at which layers end, ascending.
  [[nodiscard]] std::vector<double> ListLayers(
      const std::vector<int>& group) const {
    std::vector<double> sizes;
    sizes.reserve(group.size());
    for (const int k : group) sizes.push_back(pairings_[Index(k)].seen->pairs);
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    if (sizes.size() <= kMaxLayers) return sizes;
    std::vector<double> joined;
    for (std::size_t i = 1; i <= kMaxLayers; ++i) {
      joined.push_back(sizes[i * sizes.size() / kMaxLayers - 1]);
    }
    return joined;
  }

  void AddLayers(const std::vector<int>& group) {
    double before = 0;
    for (const double end : ListLayers(group)) {
      AddLayer(group, end, end - before);
      before = end;
    }
  }

  // Adds the spread from the deals of one layer, which all pairings with at
  // least `end` deals have played.
  void AddLayer(const std::vector<int>& group, double end, double deals) {
    Matrix layer(bots_, bots_);
    std::vector<bool> played(pairings_.size(), false);
    for (const int at : group) {
      const std::size_t k = Index(at);
      const FittedPairing& pairing = pairings_[k];
      played[k] = pairing.seen->pairs >= end;
      if (!played[k]) continue;
      const double squares = std::max(ResidualSquares(pairing), 0.0);
      AddOuter(pairing, pairing,
               factors_[k] * squares * deals / pairing.seen->pairs, layer);
    }
    crosses_.ForEach([&](const CrossMoments& cross) {
      if (!played[Index(cross.k)] || !played[Index(cross.l)]) return;
      const double value = CrossOf(cross) * deals / cross.deals;
      const FittedPairing& k = pairings_[Index(cross.k)];
      const FittedPairing& l = pairings_[Index(cross.l)];
      AddOuter(k, l, value, layer);
      AddOuter(l, k, value, layer);
    });
    const Matrix v = Product(Product(bread_, layer), bread_);
    const double degrees = std::max(deals - 1, 0.5);
    for (std::size_t s = 0; s < bots_; ++s) {
      spread_(s, s) += v(s, s) * v(s, s) / degrees;
      for (std::size_t t = 0; t < s; ++t) {
        const double part = v(s, s) + v(t, t) - v(s, t) - v(t, s);
        spread_(s, t) += part * part / degrees;
      }
    }
  }

  static void Symmetrize(Matrix& matrix) {
    for (std::size_t i = 0; i < matrix.rows(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const double mean = 0.5 * (matrix(i, j) + matrix(j, i));
        matrix(i, j) = matrix(j, i) = mean;
      }
    }
  }

  void FindDegrees(SmallSample& errors) const {
    const Matrix& v = errors.covariance;
    for (std::size_t i = 0; i < bots_; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        const double variance =
            i == j ? v(i, i) : v(i, i) + v(j, j) - 2 * v(i, j);
        const double spread = spread_(i, j);
        const double degrees = spread > 0
                                   ? std::max(1.0, variance * variance / spread)
                                   : std::numeric_limits<double>::infinity();
        errors.degrees(i, j) = errors.degrees(j, i) = degrees;
      }
    }
  }

  const Matrix& bread_;
  std::span<const FittedPairing> pairings_;
  const FittedCrosses& crosses_;
  std::size_t bots_;
  bool is_bounded_;  // whether the spread is, instead of computed
  double virtual_squares_ = 0;
  std::vector<std::vector<int>> groups_;
  std::size_t cross_count_ = 0;
  std::vector<double> leverages_;  // by pairing
  std::vector<double> factors_;    // by pairing
  Matrix middle_;
  // By difference (or bot, on the diagonal): the sum of v^2 / degrees.
  Matrix spread_;
  // In a large league: bounds of the spread, in parts that the bots have in
  // common.
  struct Range {
    double least = 0;
    double most = 0;
  };
  std::vector<Range> ranges_;  // by bot
  std::vector<double>
      bounds_;                 // by bot: of its differences, beyond that of all
  double bound_of_all_ = 0;    // of every difference
  double bound_of_means_ = 0;  // of every bot against the mean
};

}  // namespace

SmallSample SmallSampleErrors(const Matrix& bread,
                              std::span<const FittedPairing> pairings,
                              const FittedCrosses& crosses,
                              double virtual_lead) {
  return Errors(bread, pairings, crosses, virtual_lead).Find();
}

}  // namespace couillon::stats
