#include "arena/stats/law/matrix.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace couillon::stats {
namespace {

constexpr double kRankTolerance = 1e-12;

double LargestDiagonal(const Matrix& a) {
  double largest = 0;
  for (std::size_t i = 0; i < a.rows(); ++i) {
    largest = std::max(largest, a(i, i));
  }
  return largest;
}

// Returns a(i, j) minus the contribution of the first j columns of the factor.
double Remainder(const Matrix& a, const Matrix& factor, std::size_t i,
                 std::size_t j) {
  double rest = a(i, j);
  for (std::size_t k = 0; k < j; ++k) rest -= factor(i, k) * factor(j, k);
  return rest;
}

double LargestElement(const Matrix& a) {
  double largest = 0;
  for (std::size_t i = 0; i < a.rows(); ++i) {
    for (std::size_t j = 0; j < a.columns(); ++j) {
      largest = std::max(largest, std::abs(a(i, j)));
    }
  }
  return largest;
}

// Returns the row from `first` on with the largest element in the column.
std::size_t PivotRow(const Matrix& a, std::size_t first, std::size_t column) {
  std::size_t best = first;
  for (std::size_t i = first; i < a.rows(); ++i) {
    if (std::abs(a(i, column)) > std::abs(a(best, column))) best = i;
  }
  return best;
}

// Makes the column the unit vector of `row`.
void Eliminate(Matrix& a, std::size_t row, std::size_t column) {
  for (std::size_t i = 0; i < a.rows(); ++i) {
    const double factor = a(i, column);
    if (i == row || factor == 0) continue;
    for (std::size_t j = 0; j < a.columns(); ++j) {
      a(i, j) -= factor * a(row, j);
    }
  }
}

// Gauss-Jordan elimination with pivoting by column of a square matrix. Returns
// the pivot row of each column, or none.
std::vector<std::optional<std::size_t>> Reduce(Matrix& a) {
  const std::size_t n = a.columns();
  const double largest = LargestElement(a);
  std::vector<std::optional<std::size_t>> pivot_row(n);
  std::size_t row = 0;
  for (std::size_t column = 0; column < n && row < n; ++column) {
    const std::size_t best = PivotRow(a, row, column);
    if (!(std::abs(a(best, column)) > 1e-10 * largest)) continue;
    const double scale = 1 / a(best, column);
    for (std::size_t j = 0; j < n; ++j) {
      std::swap(a(best, j), a(row, j));
      a(row, j) *= scale;
    }
    Eliminate(a, row, column);
    pivot_row[column] = row++;
  }
  return pivot_row;
}

// Makes the vector orthogonal to the basis and of length one.
void Orthonormalise(const std::vector<std::vector<double>>& basis,
                    std::vector<double>& x) {
  for (const std::vector<double>& other : basis) {
    double overlap = 0;
    for (std::size_t i = 0; i < x.size(); ++i) overlap += other[i] * x[i];
    for (std::size_t i = 0; i < x.size(); ++i) x[i] -= overlap * other[i];
  }
  double length = 0;
  for (const double value : x) length += value * value;
  for (double& value : x) value /= std::sqrt(length);
}

}  // namespace

Matrix Product(const Matrix& a, const Matrix& b) {
  Matrix product(a.rows(), b.columns());
  for (std::size_t i = 0; i < a.rows(); ++i) {
    for (std::size_t k = 0; k < a.columns(); ++k) {
      const double left = a(i, k);
      if (left == 0) continue;
      for (std::size_t j = 0; j < b.columns(); ++j) {
        product(i, j) += left * b(k, j);
      }
    }
  }
  return product;
}

std::optional<Matrix> CholeskyFactor(const Matrix& a) {
  const std::size_t n = a.rows();
  Matrix factor(n, n);
  for (std::size_t j = 0; j < n; ++j) {
    const double pivot = Remainder(a, factor, j, j);
    if (!(pivot > kRankTolerance * a(j, j)) || !std::isfinite(pivot)) {
      return std::nullopt;
    }
    factor(j, j) = std::sqrt(pivot);
    for (std::size_t i = j + 1; i < n; ++i) {
      factor(i, j) = Remainder(a, factor, i, j) / factor(j, j);
    }
  }
  return factor;
}

Matrix SemidefiniteFactor(const Matrix& a) {
  const std::size_t n = a.rows();
  const double floor = kRankTolerance * LargestDiagonal(a);
  Matrix factor(n, n);
  for (std::size_t j = 0; j < n; ++j) {
    const double pivot = Remainder(a, factor, j, j);
    if (!(pivot > floor)) continue;
    factor(j, j) = std::sqrt(pivot);
    for (std::size_t i = j + 1; i < n; ++i) {
      factor(i, j) = Remainder(a, factor, i, j) / factor(j, j);
    }
  }
  return factor;
}

std::vector<double> SolveFactored(const Matrix& factor,
                                  std::span<const double> b) {
  const std::size_t n = factor.rows();
  std::vector<double> x(b.begin(), b.end());
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) x[i] -= factor(i, k) * x[k];
    x[i] /= factor(i, i);
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) x[i] -= factor(k, i) * x[k];
    x[i] /= factor(i, i);
  }
  return x;
}

Matrix InverseFactored(const Matrix& factor) {
  const std::size_t n = factor.rows();
  Matrix inverse(n, n);
  std::vector<double> unit(n);
  for (std::size_t j = 0; j < n; ++j) {
    std::fill(unit.begin(), unit.end(), 0.0);
    unit[j] = 1;
    const std::vector<double> column = SolveFactored(factor, unit);
    for (std::size_t i = 0; i < n; ++i) inverse(i, j) = column[i];
  }
  return inverse;
}

std::vector<std::vector<double>> NullSpace(const Matrix& a) {
  Matrix reduced = a;
  const auto pivot_row = Reduce(reduced);
  std::vector<std::vector<double>> basis;
  for (std::size_t free = 0; free < pivot_row.size(); ++free) {
    if (pivot_row[free]) continue;
    std::vector<double> x(pivot_row.size());
    x[free] = 1;
    for (std::size_t j = 0; j < x.size(); ++j) {
      const std::optional<std::size_t>& row = pivot_row[j];
      if (row) x[j] = -reduced(*row, free);
    }
    Orthonormalise(basis, x);
    basis.push_back(std::move(x));
  }
  return basis;
}

}  // namespace couillon::stats
