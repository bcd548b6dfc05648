#include "arena/numbers/stats/sample/shard_test.h"

#include <algorithm>
#include <cstddef>

#include "arena/numbers/stats/law/distributions.h"

namespace couillon::stats {
namespace {

constexpr double kAlarmLevel = 0.01;

struct Margins {
  std::vector<double> rows;
  std::vector<double> columns;
  double total = 0;
};

Margins MarginsOf(const std::vector<std::vector<std::int64_t>>& table) {
  Margins margins;
  for (const std::vector<std::int64_t>& row : table) {
    margins.columns.resize(std::max(margins.columns.size(), row.size()));
    double sum = 0;
    for (std::size_t j = 0; j < row.size(); ++j) {
      const auto count = static_cast<double>(std::max<std::int64_t>(row[j], 0));
      sum += count;
      margins.columns[j] += count;
    }
    margins.rows.push_back(sum);
    margins.total += sum;
  }
  return margins;
}

int Occupied(const std::vector<double>& sums) {
  return static_cast<int>(
      std::count_if(sums.begin(), sums.end(), [](double s) { return s > 0; }));
}

}  // namespace

std::optional<ShardTest> TestShards(
    const std::vector<std::vector<std::int64_t>>& table) {
  const Margins margins = MarginsOf(table);
  const int rows = Occupied(margins.rows);
  const int columns = Occupied(margins.columns);
  if (rows < 2 || columns < 2) return std::nullopt;
  ShardTest test;
  test.degrees_of_freedom = (rows - 1) * (columns - 1);
  for (std::size_t i = 0; i < table.size(); ++i) {
    ShardRow result;
    const double share = margins.rows[i] / margins.total;
    double sum = 0;
    for (std::size_t j = 0; j < table[i].size(); ++j) {
      const double expected = margins.columns[j] * share;
      if (!(expected > 0)) continue;
      const auto count =
          static_cast<double>(std::max<std::int64_t>(table[i][j], 0));
      sum += (count - expected) * (count - expected) / expected;
    }
    test.chi_square += sum;
    if (share > 0) {
      result.chi_square = sum / (1 - share);
      result.p_value = ChiSquareUpperTail(result.chi_square, columns - 1);
    }
    if (result.p_value < kAlarmLevel / rows) {
      test.alarms.push_back(static_cast<int>(i));
    }
    test.rows.push_back(result);
  }
  test.p_value = ChiSquareUpperTail(test.chi_square, test.degrees_of_freedom);
  return test;
}

}  // namespace couillon::stats
