// The rows of `couillon bench` that solve whole deals with all cards seen.
#pragma once

#include <string_view>

#include "absl/status/statusor.h"
#include "engine/deal/deal_source.h"
#include "engine/rules/compiled_rules.h"
#include "tools/bench/bench_row.h"

namespace couillon::tools {

inline constexpr std::string_view kSolveCardsRow = "solve-card-points";
inline constexpr std::string_view kSolveGameRow = "solve-game-points";

// Solves deals of `source` after random calls, one after the other in this
// thread, for about `seconds`. Measures the solver alone: the deals are made
// before. The decisions of the row are positions searched. FailedPrecondition
// if whole deals of these rules take too long (IsSolvedQuickly in
// engine/solve/solver.h).
absl::StatusOr<BenchRow> MeasureSolve(const CompiledRules& rules,
                                      const DealSource& source,
                                      bool game_points, double seconds);

}  // namespace couillon::tools
