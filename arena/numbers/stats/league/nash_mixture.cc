// The mixture of largest entropy by its dual, a price per bot: Newton's method
// with a logarithmic barrier, whose weight falls tenfold at a time.

#include "arena/numbers/stats/league/nash_mixture.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

namespace couillon::stats {
namespace {

constexpr int kMaxSteps = 500;        // of Newton, per barrier weight
constexpr double kSmallStep = 1e-16;  // squared Newton decrement
constexpr int kBarriers = 10;         // weights 1, 0.1, 0.01 ...

// Mean results of every bot against a mixture.
std::vector<double> Against(const Matrix& payoffs,
                            const std::vector<double>& mixture) {
  std::vector<double> results(payoffs.rows());
  for (std::size_t j = 0; j < results.size(); ++j) {
    for (std::size_t i = 0; i < mixture.size(); ++i) {
      results[j] += payoffs(j, i) * mixture[i];
    }
  }
  return results;
}

// The dual problem: one multiplier, a "price" > 0, per bot, for the constraint
// that this bot does not beat the mixture. At prices l the mixture of maximum
// entropy has shares proportional to exp(A l), and the optimal prices minimise
// ln sum exp(A l) + tolerance * sum l. A barrier of -ln l keeps prices above 0,
// so that Newton's method needs no constraints.
class Prices {
 public:
  Prices(const Matrix& payoffs, double tolerance)
      : payoffs_(payoffs),
        tolerance_(tolerance),
        prices_(payoffs.rows(), 1.0) {}

  // Minimises the objective with this weight of the barrier.
  void Centre(double barrier) {
    for (int step = 0; step < kMaxSteps; ++step) {
      if (Step(barrier) < kSmallStep) return;
    }
  }
  [[nodiscard]] std::vector<double> Mixture() const {
    return MixtureAt(prices_);
  }

 private:
  // Returns the shares, and in `log_sum` the log of their normalising constant.
  std::vector<double> MixtureAt(const std::vector<double>& prices,
                                double* log_sum = nullptr) const {
    std::vector<double> shares = Against(payoffs_, prices);
    const double largest = *std::max_element(shares.begin(), shares.end());
    double sum = 0;
    for (double& share : shares) sum += share = std::exp(share - largest);
    for (double& share : shares) share /= sum;
    if (log_sum != nullptr) *log_sum = largest + std::log(sum);
    return shares;
  }

  [[nodiscard]] double Objective(double barrier,
                                 const std::vector<double>& prices) const {
    double sum = 0;
    MixtureAt(prices, &sum);
    for (const double price : prices) {
      if (price <= 0) return std::numeric_limits<double>::infinity();
      sum += tolerance_ * price - barrier * std::log(price);
    }
    return sum;
  }

  // One damped Newton step. Returns the squared Newton decrement; 0 when no
  // step lowers the objective.
  double Step(double barrier) {
    const std::size_t n = prices_.size();
    const std::vector<double> shares = Mixture();
    const std::vector<double> results = Against(payoffs_, shares);
    std::vector<double> down(n);
    Matrix hessian(n, n);
    for (std::size_t j = 0; j < n; ++j) {
      down[j] = results[j] - tolerance_ + barrier / prices_[j];
      for (std::size_t k = 0; k <= j; ++k) {
        double sum = -results[j] * results[k];
        for (std::size_t i = 0; i < n; ++i) {
          sum += shares[i] * payoffs_(i, j) * payoffs_(i, k);
        }
        hessian(j, k) = hessian(k, j) = sum;
      }
      hessian(j, j) += barrier / (prices_[j] * prices_[j]);
    }
    const std::optional<Matrix> factor = CholeskyFactor(hessian);
    if (!factor) return 0;
    const std::vector<double> direction = SolveFactored(*factor, down);
    double decrement = 0;
    for (std::size_t j = 0; j < n; ++j) decrement += down[j] * direction[j];
    const double before = Objective(barrier, prices_);
    std::vector<double> trial(n);
    double scale = 1;
    for (int halvings = 0; halvings < 60; ++halvings, scale /= 2) {
      for (std::size_t j = 0; j < n; ++j) {
        trial[j] = prices_[j] + scale * direction[j];
      }
      if (Objective(barrier, trial) < before - 0.1 * scale * decrement) {
        prices_ = trial;
        return decrement;
      }
    }
    return 0;
  }

  const Matrix& payoffs_;
  double tolerance_;
  std::vector<double> prices_;
};

}  // namespace

std::vector<double> NashMixture(const Matrix& payoffs, double tolerance) {
  Prices prices(payoffs, tolerance);
  double barrier = 1;
  for (int i = 0; i < kBarriers; ++i, barrier /= 10) prices.Centre(barrier);
  return prices.Mixture();
}

}  // namespace couillon::stats
