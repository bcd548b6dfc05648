#include "arena/stats/league/design_fit.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "arena/stats/law/distributions.h"
#include "arena/stats/law/index.h"
#include "arena/stats/law/newton.h"
#include "arena/stats/league/bradley_terry.h"

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
double Objective(std::span<const DesignRow> rows,
                 std::span<const double> parameters, DesignLink link) {
  double sum = 0;
  for (const DesignRow& row : rows) {
    const double eta = Predictor(row, parameters);
    const double deals = Weight(row);
    if (link == DesignLink::kLinear) {
      sum -= deals * (0.5 * (row.result - eta) * (row.result - eta));
    } else {
      sum += deals * (row.result * eta - std::max(eta, 0.0) -
                      std::log1p(std::exp(-std::abs(eta))));
    }
  }
  return sum;
}

Matrix Information(int parameters, std::span<const DesignRow> rows,
                   const std::vector<double>* at) {
  Matrix information(Index(parameters), Index(parameters));
  for (const DesignRow& row : rows) {
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
  }
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

// The sum of the outer products of the deals' score vectors.
Matrix ClusteredMiddle(int parameters, std::span<const DesignRow> rows,
                       const DesignFit& fit, DesignLink link) {
  Matrix middle(Index(parameters), Index(parameters));
  std::vector<double> score(Index(parameters));  // zero between deals
  std::size_t begin = 0;
  while (begin < rows.size()) {
    if (rows[begin].deals > 1) {
      AddDeals(rows[begin], Residual(rows[begin], fit.parameters, link),
               middle);
      ++begin;
      continue;
    }
    std::vector<std::size_t> own;  // the parameters of the deal
    std::size_t end = begin;
    for (; end < rows.size() && rows[end].deal == rows[begin].deal; ++end) {
      const double residual = Residual(rows[end], fit.parameters, link);
      for (const DesignTerm& term : rows[end].terms) {
        score[Index(term.parameter)] += term.factor * residual;
        own.push_back(Index(term.parameter));
      }
    }
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    for (const std::size_t i : own) {
      for (const std::size_t j : own) middle(i, j) += score[i] * score[j];
    }
    for (const std::size_t i : own) score[i] = 0;
    begin = end;
  }
  return middle;
}

std::int64_t CountDeals(std::span<const DesignRow> rows) {
  std::int64_t deals = 0;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const bool is_new = r == 0 || rows[r].deal != rows[r - 1].deal;
    deals += is_new ? rows[r].deals : 0;
  }
  return deals;
}

// One Newton step with halving. Returns the longest movement.
double Step(std::span<const DesignRow> rows, const Matrix& inverse,
            DesignLink link, std::vector<double>& parameters) {
  std::vector<double> gradient(parameters.size());
  for (const DesignRow& row : rows) {
    const double residual = Weight(row) * Residual(row, parameters, link);
    for (const DesignTerm& term : row.terms) {
      gradient[Index(term.parameter)] += term.factor * residual;
    }
  }
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
  DesignFit fit;
  fit.parameters.assign(Index(parameters), 0.0);
  fit.deals = CountDeals(rows);
  if (parameters == 0 || rows.empty()) return fit;
  const Matrix design = Information(parameters, rows, nullptr);
  fit.blind_directions = NullSpace(design);
  std::optional<Matrix> inverse;
  for (int step = 0; step < kMostNewtonSteps && !fit.converged; ++step) {
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
  const Matrix middle = ClusteredMiddle(parameters, rows, fit, link);
  Matrix covariance = Product(Product(*inverse, middle), *inverse);
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
