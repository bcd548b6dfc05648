// Newton steps with halving; errors by a sandwich clustered by deal, in the
// complement of directions that no row sees.

#include "arena/numbers/stats/league/design_fit.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "arena/numbers/stats/law/distributions.h"
#include "arena/numbers/stats/law/index.h"
#include "arena/numbers/stats/law/newton.h"
#include "arena/numbers/stats/league/bradley_terry.h"
#include "arena/numbers/stats/pairs/points.h"

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

// The curvature of the objective along the predictor of a row.
double Curvature(const DesignRow& row, std::span<const double> parameters,
                 DesignLink link) {
  if (link == DesignLink::kLinear) return Weight(row);
  const double eta = Predictor(row, parameters);
  return Weight(row) * WinProbability(eta) * WinProbability(-eta);
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
    const double weight =
        at != nullptr ? Curvature(row, *at, DesignLink::kLogit) : Weight(row);
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

// Calls visit(deal) with the rows of each deal.
template <typename Visit>
void ForEachDeal(const DesignRows& rows, const Visit& visit) {
  std::vector<DesignRow> deal;
  std::size_t size = 0;  // of `deal`, whose other rows keep their memory
  const auto end = [&] {
    if (size > 0) visit(std::span<const DesignRow>(deal.data(), size));
    size = 0;
  };
  rows([&](const DesignRow& row) {
    if (size > 0 && deal[size - 1].deal != row.deal) end();
    if (size == deal.size()) {
      deal.push_back(row);
    } else {
      deal[size] = row;
    }
    ++size;
  });
  end();
}

// The parameters that the rows of a deal have, ascending.
void ListParameters(std::span<const DesignRow> deal,
                    std::vector<std::size_t>& listed) {
  listed.clear();
  for (const DesignRow& row : deal) {
    for (const DesignTerm& term : row.terms) {
      listed.push_back(Index(term.parameter));
    }
  }
  std::sort(listed.begin(), listed.end());
  listed.erase(std::unique(listed.begin(), listed.end()), listed.end());
}

// Counts the deals of each parameter. Returns the square of the lead of a
// virtual deal.
double CountDeals(const DesignRows& rows, const FitOptions& options,
                  DesignFit& fit) {
  double squares = 0;
  double weights = 0;
  std::vector<std::size_t> listed;
  ForEachDeal(rows, [&](std::span<const DesignRow> deal) {
    double mean = 0;
    for (const DesignRow& row : deal) {
      mean += row.result / static_cast<double>(deal.size());
    }
    double decisive = 0;
    for (const DesignRow& row : deal) {
      const double lead = row.result - options.even.value_or(mean);
      squares += Weight(row) * lead * lead + row.squares;
      weights += Weight(row);
      decisive =
          std::max(decisive,
                   row.decisive.value_or(std::abs(lead) > 0 ? Weight(row) : 0));
    }
    const double deals = Weight(deal.front());
    fit.deals += deal.front().deals;
    ListParameters(deal, listed);
    for (const std::size_t parameter : listed) {
      fit.deals_of[parameter] += deals;
      fit.decisive_of[parameter] += decisive;
    }
  });
  return std::max(options.plain_lead * options.plain_lead,
                  weights > 0 ? squares / weights : 0);
}

// Adds up the outer products of the deals' score vectors: those of the
// residuals, and those of virtual deals.
class ClusteredMiddle {
 public:
  // `virtual_square`: the square of the lead of a virtual deal.
  ClusteredMiddle(const DesignFit& fit, const Matrix& inverse, DesignLink link,
                  double virtual_square, std::optional<double> even)
      : fit_(fit),
        inverse_(inverse),
        link_(link),
        virtual_square_(virtual_square),
        even_(even),
        own_(inverse.rows(), inverse.rows()),
        virtual_(inverse.rows(), inverse.rows()),
        score_(inverse.rows()) {}

  void Add(std::span<const DesignRow> deal) {
    ListParameters(deal, listed_);
    double fewest = std::numeric_limits<double>::infinity();
    for (const std::size_t parameter : listed_) {
      fewest = std::min(fewest, fit_.deals_of[parameter]);
    }
    // Far from even the squares of scores would be far too large.
    const bool few = link_ == DesignLink::kLinear &&
                     fewest < 2 * static_cast<double>(kFewDeals);
    double even = 0;
    for (const DesignRow& row : deal) {
      even += row.result / static_cast<double>(deal.size());
    }
    if (even_) even = *even_;
    for (const DesignRow& row : deal) {
      if (few) {
        AddRow(row, row.result - even, 0, 2 / fewest, deal.size());
      } else {
        AddRow(row, Residual(row, fit_.parameters, link_), Leverage(row),
               2 / fewest, deal.size());
      }
    }
    if (deal.size() == 1) return;  // AddRow has all of it
    for (const std::size_t i : listed_) {
      for (const std::size_t j : listed_) own_(i, j) += score_[i] * score_[j];
    }
    for (const std::size_t i : listed_) score_[i] = 0;
  }

  [[nodiscard]] const Matrix& own() const { return own_; }
  [[nodiscard]] const Matrix& virtual_deals() const { return virtual_; }

 private:
  void AddRow(const DesignRow& row, double residual, double leverage,
              double virtual_share, std::size_t rows) {
    const double n = Weight(row);
    const double with_virtual = virtual_square_ > 0 ? 1 + virtual_share : 1;
    // Where nothing is left of a residual, its square is 0 as well.
    const double factor = 1 / std::max(with_virtual - leverage / n, 1e-6);
    AddSquares(row, factor * n * virtual_share * virtual_square_, virtual_);
    if (rows == 1) {
      AddSquares(row, factor * (n * residual * residual + row.squares), own_);
      return;
    }
    for (const DesignTerm& term : row.terms) {
      score_[Index(term.parameter)] +=
          term.factor * residual * std::sqrt(factor);
    }
  }

  static void AddSquares(const DesignRow& row, double squares, Matrix& middle) {
    for (const DesignTerm& a : row.terms) {
      for (const DesignTerm& b : row.terms) {
        middle(Index(a.parameter), Index(b.parameter)) +=
            squares * a.factor * b.factor;
      }
    }
  }

  // The part of the mean of a row that the parameters follow.
  [[nodiscard]] double Leverage(const DesignRow& row) const {
    double sum = 0;
    for (const DesignTerm& a : row.terms) {
      for (const DesignTerm& b : row.terms) {
        sum += a.factor * b.factor *
               inverse_(Index(a.parameter), Index(b.parameter));
      }
    }
    return std::min(1.0, sum * Curvature(row, fit_.parameters, link_));
  }

  const DesignFit& fit_;
  const Matrix& inverse_;
  DesignLink link_;
  double virtual_square_;
  std::optional<double> even_;
  Matrix own_;
  Matrix virtual_;
  std::vector<double> score_;        // zero between deals
  std::vector<std::size_t> listed_;  // the parameters of the deal
};

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

std::int64_t CountFree(const DesignFit& fit) {
  return static_cast<std::int64_t>(fit.parameters.size() -
                                   fit.blind_directions.size());
}

double VarianceOf(const Matrix& covariance, std::span<const DesignTerm> terms) {
  double variance = 0;
  for (const DesignTerm& a : terms) {
    for (const DesignTerm& b : terms) {
      variance += a.factor * b.factor *
                  covariance(Index(a.parameter), Index(b.parameter));
    }
  }
  return std::max(0.0, variance);
}

// See EstimateContrast in the header. `own` is the part of the variance without
// virtual deals.
double DegreesOfFreedom(const DesignFit& fit, std::span<const DesignTerm> terms,
                        double variance, double own) {
  const auto left = static_cast<double>(fit.deals - CountFree(fit));
  double sum = 0;
  double spread = 0;
  for (const DesignTerm& term : terms) {
    const double deals = fit.deals_of[Index(term.parameter)];
    if (deals <= 0) continue;
    const double part = term.factor * term.factor / deals;
    sum += part;
    spread += part * part / std::max(deals - 1, 0.5);
  }
  const double of_terms = spread > 0 ? sum * sum / spread : left;
  const double inflation = own > 0 ? variance / own : left + 2;
  return std::clamp(std::min(of_terms, left) * inflation * inflation, 1.0,
                    left + 2);
}

double DecisiveDeals(const DesignFit& fit, std::span<const DesignTerm> terms) {
  double largest = 0;
  for (const DesignTerm& term : terms) {
    largest = std::max(largest, std::abs(term.factor));
  }
  double fewest = static_cast<double>(fit.deals);
  for (const DesignTerm& term : terms) {
    if (std::abs(term.factor) < largest) continue;
    fewest = std::min(fewest, fit.decisive_of[Index(term.parameter)]);
  }
  return fewest;
}

}  // namespace

DesignFit FitDesign(int parameters, std::span<const DesignRow> rows,
                    DesignLink link, const FitOptions& options) {
  return FitDesign(
      parameters,
      [rows](const std::function<void(const DesignRow&)>& visit) {
        std::ranges::for_each(rows, visit);
      },
      link, options);
}

DesignFit FitDesign(int parameters, const DesignRows& rows, DesignLink link,
                    const FitOptions& options) {
  DesignFit fit;
  fit.parameters.assign(Index(parameters), 0.0);
  fit.deals_of.assign(Index(parameters), 0.0);
  fit.decisive_of.assign(Index(parameters), 0.0);
  const double virtual_square = CountDeals(rows, options, fit);
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
  fit.noise =
      1e-12 * std::max(std::sqrt(virtual_square), LargestSize(fit.parameters));
  if (!inverse || !fit.converged || virtual_square <= 0 ||
      fit.deals <= CountFree(fit)) {
    return fit;
  }
  ClusteredMiddle middle(fit, *inverse, link, virtual_square, options.even);
  ForEachDeal(rows, [&](std::span<const DesignRow> deal) { middle.Add(deal); });
  fit.own_covariance = Product(Product(*inverse, middle.own()), *inverse);
  fit.covariance = Product(Product(*inverse, middle.virtual_deals()), *inverse);
  for (std::size_t i = 0; i < fit.parameters.size(); ++i) {
    for (std::size_t j = 0; j < fit.parameters.size(); ++j) {
      (*fit.covariance)(i, j) += (*fit.own_covariance)(i, j);
    }
  }
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
  if (std::abs(estimate.value) < fit.noise) estimate.value = 0;
  if (!fit.covariance || !fit.own_covariance) return estimate;
  const double variance = VarianceOf(*fit.covariance, terms);
  const double own = VarianceOf(*fit.own_covariance, terms);
  const double error = std::sqrt(variance);
  estimate.standard_error = error;
  const double df = DegreesOfFreedom(fit, terms, variance, own);
  estimate.interval =
      WithSignTest(Around(estimate.value, TwoSidedStudent(level, df) * error),
                   estimate.value, DecisiveDeals(fit, terms), level);
  return estimate;
}

}  // namespace couillon::stats
