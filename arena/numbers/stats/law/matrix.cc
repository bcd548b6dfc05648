// Cholesky factors column by column and Gauss-Jordan elimination. Sums are
// added in a fixed order, so that all machines have the same bits.

#include "arena/numbers/stats/law/matrix.h"

#include <algorithm>
#include <cmath>
#include <utility>

// Compiles a function for AVX2 as well, and chooses when the program starts:
// twice as fast, and the same bits, as the additions keep their order and AVX2
// has no fused ones. Sanitizers do not support the choice.
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define COUILLON_ALSO_AVX2 __attribute__((target_clones("default", "avx2")))
#else
#define COUILLON_ALSO_AVX2
#endif

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

// The lower triangular L with L L' = a, column by column: `pivot_of` returns
// the square of a diagonal element from what is left of it, or 0 for a column
// of zeros, or nothing to stop. Every element is reduced by the columns before
// it in ascending order, so the result does not depend on the order of
// elements; row by row, the loop can be vectorized.
template <typename PivotOf>
std::optional<Matrix> Factorize(const Matrix& a, const PivotOf& pivot_of) {
  const std::size_t n = a.rows();
  Matrix factor(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    std::copy_n(a.row(i), i + 1, factor.row(i));
  }
  std::vector<double> column(n);
  for (std::size_t k = 0; k < n; ++k) {
    const std::optional<double> pivot = pivot_of(factor(k, k), k);
    if (!pivot) return std::nullopt;
    const double root = std::sqrt(*pivot);
    for (std::size_t i = k; i < n; ++i) {
      column[i] = root == 0 ? 0 : factor(i, k) / root;
    }
    column[k] = root;
    for (std::size_t i = k; i < n; ++i) {
      double* row = factor.row(i);
      row[k] = column[i];
      if (column[i] == 0) continue;
      for (std::size_t j = k + 1; j <= i; ++j) row[j] -= column[i] * column[j];
    }
  }
  return factor;
}

// The columns that are solved at once, so that they stay in the cache.
constexpr std::size_t kColumnsAtOnce = 64;

// The rows of a product that are added up at once: each row of the right factor
// is then read once for all of them.
constexpr std::size_t kRowsAtOnce = 4;

// Adds to `count` columns of kRowsAtOnce rows of a * b.
COUILLON_ALSO_AVX2
void AddRows(const Matrix& a, const Matrix& b, std::size_t i, std::size_t j,
             std::size_t count, Matrix& product) {
  double* to0 = product.row(i) + j;
  double* to1 = product.row(i + 1) + j;
  double* to2 = product.row(i + 2) + j;
  double* to3 = product.row(i + 3) + j;
  for (std::size_t k = 0; k < a.columns(); ++k) {
    const double left0 = a(i, k);
    const double left1 = a(i + 1, k);
    const double left2 = a(i + 2, k);
    const double left3 = a(i + 3, k);
    const double* from = b.row(k) + j;
#pragma GCC ivdep
    for (std::size_t c = 0; c < count; ++c) {
      to0[c] += left0 * from[c];
      to1[c] += left1 * from[c];
      to2[c] += left2 * from[c];
      to3[c] += left3 * from[c];
    }
  }
}

// A row or a column of a matrix.
struct Factors {
  const double* values;
  std::size_t stride;

  double operator[](std::size_t k) const { return values[k * stride]; }
};

// x -= factors[k] * y for rows k = `first` to `end` - 1 of `from`, in ascending
// order; four rows at once read and write x once.
COUILLON_ALSO_AVX2
void Subtract(Factors factors, std::size_t first, std::size_t end,
              std::size_t count, const Matrix& from, double* x) {
  std::size_t k = first;
  for (; k + 4 <= end; k += 4) {
    const double f0 = factors[k];
    const double f1 = factors[k + 1];
    const double f2 = factors[k + 2];
    const double f3 = factors[k + 3];
    const double* y0 = from.row(k);
    const double* y1 = from.row(k + 1);
    const double* y2 = from.row(k + 2);
    const double* y3 = from.row(k + 3);
    for (std::size_t c = 0; c < count; ++c) {
      x[c] = (((x[c] - f0 * y0[c]) - f1 * y1[c]) - f2 * y2[c]) - f3 * y3[c];
    }
  }
  for (; k < end; ++k) {
    const double f = factors[k];
    const double* y = from.row(k);
    for (std::size_t c = 0; c < count; ++c) x[c] -= f * y[c];
  }
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

// The product with a symmetric matrix, whose rows are read in place of its
// columns.
std::vector<double> SymmetricProduct(const Matrix& a,
                                     std::span<const double> x) {
  std::vector<double> product(a.rows());
  for (std::size_t i = 0; i < a.rows(); ++i) {
    const double* row = a.row(i);
    for (std::size_t j = 0; j < a.rows(); ++j) product[j] += row[j] * x[i];
  }
  return product;
}

}  // namespace

Matrix Product(const Matrix& a, const Matrix& b) {
  Matrix product(a.rows(), b.columns());
  std::size_t i = 0;
  for (; i + kRowsAtOnce <= a.rows(); i += kRowsAtOnce) {
    for (std::size_t j = 0; j < b.columns(); j += kColumnsAtOnce) {
      AddRows(a, b, i, j, std::min(b.columns() - j, kColumnsAtOnce), product);
    }
  }
  for (; i < a.rows(); ++i) {
    double* to = product.row(i);
    for (std::size_t k = 0; k < a.columns(); ++k) {
      const double left = a(i, k);
      const double* from = b.row(k);
      for (std::size_t j = 0; j < b.columns(); ++j) to[j] += left * from[j];
    }
  }
  return product;
}

std::vector<double> Product(const Matrix& a, std::span<const double> x) {
  std::vector<double> product(a.rows());
  for (std::size_t i = 0; i < a.rows(); ++i) {
    for (std::size_t j = 0; j < x.size(); ++j) product[i] += a(i, j) * x[j];
  }
  return product;
}

std::optional<Matrix> CholeskyFactor(const Matrix& a) {
  return Factorize(
      a, [&a](double rest, std::size_t k) -> std::optional<double> {
        if (!(rest > kRankTolerance * a(k, k)) || !std::isfinite(rest)) {
          return std::nullopt;
        }
        return rest;
      });
}

Matrix SemidefiniteFactor(const Matrix& a) {
  const double floor = kRankTolerance * LargestDiagonal(a);
  std::optional<Matrix> factor =
      Factorize(a, [floor](double rest, std::size_t) -> std::optional<double> {
        return rest > floor ? rest : 0;
      });
  // NOLINTNEXTLINE(bugprone-unchecked-optional-access): none of them stops
  return *std::move(factor);
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

std::optional<std::vector<double>> SolveByGradients(const Matrix& a,
                                                    std::span<const double> b) {
  constexpr int kMaxSteps = 200;
  constexpr double kSmall = 1e-28;  // of the squared residual
  const std::size_t n = a.rows();
  std::vector<double> x(n);
  std::vector<double> rest(b.begin(), b.end());
  std::vector<double> scaled(n);
  std::vector<double> direction(n);
  const auto scale_rest = [&] {
    double product = 0;
    for (std::size_t i = 0; i < n; ++i) {
      scaled[i] = a(i, i) > 0 ? rest[i] / a(i, i) : 0;
      product += scaled[i] * rest[i];
    }
    return product;
  };
  double product = scale_rest();
  const double enough = kSmall * product;
  direction = scaled;
  for (int step = 0; step < kMaxSteps && product > enough; ++step) {
    const std::vector<double> image = SymmetricProduct(a, direction);
    double curvature = 0;
    for (std::size_t i = 0; i < n; ++i) curvature += direction[i] * image[i];
    if (!(curvature > 0)) return std::nullopt;
    const double length = product / curvature;
    for (std::size_t i = 0; i < n; ++i) {
      x[i] += length * direction[i];
      rest[i] -= length * image[i];
    }
    const double next = scale_rest();
    for (std::size_t i = 0; i < n; ++i) {
      direction[i] = scaled[i] + next / product * direction[i];
    }
    product = next;
  }
  if (!(product <= enough)) return std::nullopt;
  return x;
}

Matrix SolvedColumns(const Matrix& factor, Matrix columns) {
  const std::size_t n = factor.rows();
  const std::size_t all = columns.columns();
  Matrix part(n, kColumnsAtOnce);
  for (std::size_t first = 0; first < all; first += kColumnsAtOnce) {
    const std::size_t count = std::min(all - first, kColumnsAtOnce);
    for (std::size_t i = 0; i < n; ++i) {
      double* x = part.row(i);
      std::copy_n(columns.row(i) + first, count, x);
      Subtract({factor.row(i), 1}, 0, i, count, part, x);
      for (std::size_t c = 0; c < count; ++c) x[c] /= factor(i, i);
    }
    for (std::size_t i = n; i-- > 0;) {
      double* x = part.row(i);
      Subtract({&factor.row(0)[i], n}, i + 1, n, count, part, x);
      for (std::size_t c = 0; c < count; ++c) x[c] /= factor(i, i);
    }
    for (std::size_t i = 0; i < n; ++i) {
      std::copy_n(part.row(i), count, columns.row(i) + first);
    }
  }
  return columns;
}

Matrix InverseFactored(const Matrix& factor) {
  const std::size_t n = factor.rows();
  Matrix unit(n, n);
  for (std::size_t j = 0; j < n; ++j) unit(j, j) = 1;
  return SolvedColumns(factor, std::move(unit));
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
