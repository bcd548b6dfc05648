// Homogeneity test of the shards of a run. A machine with deviating results
// shows as a deviating row of the contingency table.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace couillon::stats {

struct ShardRow {
  double chi_square = 0;  // of the row against the others, adjusted
  double p_value = 1;     // chi-square law, columns - 1 degrees of freedom
};

struct ShardTest {
  double chi_square = 0;
  int degrees_of_freedom = 0;
  double p_value = 1;
  std::vector<ShardRow> rows;  // in the order given; empty shards: p = 1
  // Rows that deviate at 1%, Bonferroni over nonempty rows: p < 0.01 / rows.
  std::vector<int> alarms;
};

// Returns Pearson's test of homogeneity over shards x result classes, classes
// that never occur left out. Null with fewer than two nonempty shards or
// classes. Requires: rows of equal length, counts >= 0.
[[nodiscard]] std::optional<ShardTest> TestShards(
    const std::vector<std::vector<std::int64_t>>& table);

}  // namespace couillon::stats
