// Newton steps with halving; errors by a sandwich clustered by deal, in the
// complement of directions that no row sees.

#include "arena/numbers/stats/league/design_fit.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "arena/numbers/stats/law/distributions.h"
#include "arena/numbers/stats/law/index.h"
#include "arena/numbers/stats/law/newton.h"
#include "arena/numbers/stats/league/bradley_terry.h"

namespace couillon::stats {
namespace {

double Weight(const DesignRow& row) { return static_cast<double>(row.deals); }

double Predictor(const DesignRow& row, std::span<const double> parameters) {
  double sum = 0;
  for (const DesignTerm& term : row.terms) {
    sum += term.factor * parameters[Index(term.parameter)];
  }
  return sum;
}

double Residual(const DesignRow& row, std::span<const double> parameters,
                DesignLink link) {
  const double eta = Predictor(row, parameters);
  if (link == DesignLink::kLinear) return row.result - eta;
  return row.result * WinProbability(-eta) -
         (1 - row.result) * WinProbability(eta);
}

// The objective that the fit maximises.
double Objective(const DesignRows& rows, std::span<const double> parameters,
                 DesignLink link) {
  double sum = 0;
  rows([&](const DesignRow& row) {
    const double eta = Predictor(row, parameters);
    const double deals = Weight(row);
    if (link == DesignLink::kLinear) {
      sum -= deals * (0.5 * (row.result - eta) * (row.result - eta));
    } else {
      sum += deals * (row.result * eta - std::max(eta, 0.0) -
                      std::log1p(std::exp(-std::abs(eta))));
    }
  });
  return sum;
}

Matrix Information(int parameters, const DesignRows& rows,
                   const std::vector<double>* at) {
  Matrix information(Index(parameters), Index(parameters));
  rows([&](const DesignRow& row) {
    double weight = Weight(row);
    if (at != nullptr) {
      const double eta = Predictor(row, *at);
      weight *= WinProbability(eta) * WinProbability(-eta);
    }
    for (const DesignTerm& a : row.terms) {
      for (const DesignTerm& b : row.terms) {
        information(Index(a.parameter), Index(b.parameter)) +=
            weight * a.factor * b.factor;
      }
    }
  });
  return information;
}

// Returns the inverse on the orthogonal complement of the null space `blind`;
// null when the information is singular there too.
std::optional<Matrix> VisibleInverse(
    Matrix information, const std::vector<std::vector<double>>& blind) {
  const std::size_t n = information.rows();
  double level = 0;
  for (std::size_t i = 0; i < n; ++i) level += information(i, i);
  level /= static_cast<double>(n);
  for (const std::vector<double>& x : blind) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        information(i, j) += level * x[i] * x[j];
      }
    }
  }
  const std::optional<Matrix> factor = CholeskyFactor(information);
  if (!factor) return std::nullopt;
  return InverseFactored(*factor);
}

// Adds the outer products of a row that has several deals: each is its residual
// squared times the same matrix.
void AddDeals(const DesignRow& row, double residual, Matrix& middle) {
  const double squares = (Weight(row) * residual * residual) + row.squares;
  for (const DesignTerm& a : row.terms) {
    for (const DesignTerm& b : row.terms) {
      middle(Index(a.parameter), Index(b.parameter)) +=
          squares * a.factor * b.factor;
    }
  }
}

// Adds up the outer products of the deals' score vectors.
class ClusteredMiddle {
 public:
  explicit ClusteredMiddle(int parameters)
      : middle_(Index(parameters), Index(parameters)),
        score_(Index(parameters)) {}

  void Add(const DesignRow& row, double residual) {
    if (own_.empty() || row.deal != deal_) {
      EndDeal();
      if (row.deals > 1) {
        AddDeals(row, residual, middle_);
        return;
      }
    }
    deal_ = row.deal;
    for (const DesignTerm& term : row.terms) {
      score_[Index(term.parameter)] += term.factor * residual;
      own_.push_back(Index(term.parameter));
    }
  }
  // Requires: nothing is added any more.
  [[nodiscard]] const Matrix& Sum() {
    EndDeal();
    return middle_;
  }

 private:
  void EndDeal() {
    std::sort(own_.begin(), own_.end());
    own_.erase(std::unique(own_.begin(), own_.end()), own_.end());
    for (const std::size_t i : own_) {
      for (const std::size_t j : own_) middle_(i, j) += score_[i] * score_[j];
    }
    for (const std::size_t i : own_) score_[i] = 0;
    own_.clear();
  }

  Matrix middle_;
  std::vector<double> score_;     // zero between deals
  std::vector<std::size_t> own_;  // the parameters of the deal
  std::int64_t deal_ = 0;
};

std::int64_t CountDeals(const DesignRows& rows) {
  std::int64_t deals = 0;
  std::optional<std::int64_t> last;
  rows([&](const DesignRow& row) {
    deals += row.deal != last ? row.deals : 0;
    last = row.deal;
  });
  return deals;
}

// One Newton step with halving. Returns the longest movement.
double Step(const DesignRows& rows, const Matrix& inverse, DesignLink link,
            std::vector<double>& parameters) {
  std::vector<double> gradient(parameters.size());
  rows([&](const DesignRow& row) {
    const double residual = Weight(row) * Residual(row, parameters, link);
    for (const DesignTerm& term : row.terms) {
      gradient[Index(term.parameter)] += term.factor * residual;
    }
  });
  const bool logit = link == DesignLink::kLogit;
  return TakeNewtonStep(
      [&](std::span<const double> trial) {
        return Objective(rows, trial, link);
      },
      Product(inverse, gradient), parameters,
      logit ? kLongestNewtonStep : std::numeric_limits<double>::infinity());
}

}  // namespace

DesignFit FitDesign(int parameters, std::span<const DesignRow> rows,
                    DesignLink link) {
  return FitDesign(
      parameters,
      [rows](const std::function<void(const DesignRow&)>& visit) {
        std::ranges::for_each(rows, visit);
      },
      link);
}

DesignFit FitDesign(int parameters, const DesignRows& rows, DesignLink link) {
  DesignFit fit;
  fit.parameters.assign(Index(parameters), 0.0);
  fit.deals = CountDeals(rows);
  if (parameters == 0 || fit.deals == 0) return fit;
  const Matrix design = Information(parameters, rows, nullptr);
  fit.blind_directions = NullSpace(design);
  std::optional<Matrix> inverse;
  for (int step = 0; step < kMaxNewtonSteps && !fit.converged; ++step) {
    const bool logit = link == DesignLink::kLogit;
    inverse = VisibleInverse(
        logit ? Information(parameters, rows, &fit.parameters) : design,
        fit.blind_directions);
    if (!inverse) return fit;
    fit.converged =
        Step(rows, *inverse, link, fit.parameters) <
        kSmallNewtonStep * std::max(1.0, LargestSize(fit.parameters));
  }
  const auto free = static_cast<std::int64_t>(fit.parameters.size() -
                                              fit.blind_directions.size());
  if (!inverse || !fit.converged || fit.deals <= free) return fit;
  ClusteredMiddle middle(parameters);
  rows([&](const DesignRow& row) {
    middle.Add(row, Residual(row, fit.parameters, link));
  });
  Matrix covariance = Product(Product(*inverse, middle.Sum()), *inverse);
  const auto g = static_cast<double>(fit.deals);
  for (std::size_t i = 0; i < covariance.rows(); ++i) {
    for (std::size_t j = 0; j < covariance.rows(); ++j) {
      covariance(i, j) *= g / (g - 1);
    }
  }
  fit.covariance = std::move(covariance);
  return fit;
}

std::optional<ContrastEstimate> EstimateContrast(
    const DesignFit& fit, std::span<const double> weights, double level) {
  std::vector<DesignTerm> terms;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] == 0) continue;
    terms.push_back({static_cast<int>(i), weights[i]});
  }
  return EstimateContrast(fit, terms, level);
}

std::optional<ContrastEstimate> EstimateContrast(
    const DesignFit& fit, std::span<const DesignTerm> terms, double level) {
  if (!fit.converged) return std::nullopt;
  for (const std::vector<double>& blind : fit.blind_directions) {
    double overlap = 0;
    for (const DesignTerm& term : terms) {
      overlap += blind[Index(term.parameter)] * term.factor;
    }
    if (std::abs(overlap) > 1e-8) return std::nullopt;
  }
  ContrastEstimate estimate;
  for (const DesignTerm& term : terms) {
    estimate.value += term.factor * fit.parameters[Index(term.parameter)];
  }
  estimate.value = PositiveZero(estimate.value);
  if (!fit.covariance) return estimate;
  double variance = 0;
  for (const DesignTerm& a : terms) {
    for (const DesignTerm& b : terms) {
      variance += a.factor * b.factor *
                  (*fit.covariance)(Index(a.parameter), Index(b.parameter));
    }
  }
  const double error = std::sqrt(std::max(0.0, variance));
  estimate.standard_error = error;
  const auto df = static_cast<double>(fit.deals - 1);
  estimate.interval =
      Around(estimate.value, TwoSidedStudent(level, df) * error);
  return estimate;
}

}  // namespace couillon::stats
