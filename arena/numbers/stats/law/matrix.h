// A small dense matrix of doubles, and the Cholesky factor of a symmetric one.
// Sized for leagues of up to some thousand bots.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace couillon::stats {

// A rows x columns matrix, initially all zero. Indices are unchecked.
class Matrix {
 public:
  Matrix() = default;
  Matrix(std::size_t rows, std::size_t columns)
      : rows_(rows), columns_(columns), cells_(rows * columns) {}

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  double& operator()(std::size_t i, std::size_t j) {
    return cells_[i * columns_ + j];
  }
  double operator()(std::size_t i, std::size_t j) const {
    return cells_[i * columns_ + j];
  }

  // The elements of a row, which are contiguous.
  double* row(std::size_t i) { return cells_.data() + i * columns_; }
  [[nodiscard]] const double* row(std::size_t i) const {
    return cells_.data() + i * columns_;
  }

  friend bool operator==(const Matrix&, const Matrix&) = default;

 private:
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  std::vector<double> cells_;
};

// Returns a * b. Requires: a.columns() == b.rows().
[[nodiscard]] Matrix Product(const Matrix& a, const Matrix& b);

// Returns a * x. Requires: a.columns() == x.size().
[[nodiscard]] std::vector<double> Product(const Matrix& a,
                                          std::span<const double> x);

// Returns the lower triangular L with L L' = a; null when `a` is not positive
// definite to about 1e-12 of its diagonal. Requires: `a` square, symmetric.
[[nodiscard]] std::optional<Matrix> CholeskyFactor(const Matrix& a);

// Returns an L with L L' = a for a positive semidefinite `a`, taking pivots
// below 1e-12 of the largest diagonal element as zero.
[[nodiscard]] Matrix SemidefiniteFactor(const Matrix& a);

// Returns the x with L L' x = b, where L is `factor`. Requires: sizes agree.
[[nodiscard]] std::vector<double> SolveFactored(const Matrix& factor,
                                                std::span<const double> b);

// Returns the X with L L' X = `columns`, each column as SolveFactored() has it,
// in a fraction of the time. Requires: sizes agree.
[[nodiscard]] Matrix SolvedColumns(const Matrix& factor, Matrix columns);

// Returns an x with a x = b to about 1e-14 of b, by conjugate gradients with
// the diagonal as preconditioner: n^2 operations a step, and few steps if every
// bot has met many others. Null if that does not take few. Requires: `a`
// square, symmetric, positive semidefinite; b in its range.
// Source: Hestenes and Stiefel 1952.
[[nodiscard]] std::optional<std::vector<double>> SolveByGradients(
    const Matrix& a, std::span<const double> b);

// Returns an orthonormal basis of the vectors x with a x = 0, pivots below
// 1e-10 of the largest element counting as zero. Requires: `a` square.
[[nodiscard]] std::vector<std::vector<double>> NullSpace(const Matrix& a);

// Returns the inverse of L L', where L is `factor`.
[[nodiscard]] Matrix InverseFactored(const Matrix& factor);

}  // namespace couillon::stats
