#include "tools/bench/bench_solve.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "arena/players/system/cpu_time.h"
#include "arena/table/table.h"
#include "bots/cpp/random.h"
#include "engine/cards/action.h"
#include "engine/play/position.h"
#include "engine/solve/payoff.h"
#include "engine/solve/solver.h"

namespace couillon::tools {
namespace {

// Few enough for one look at the clocks to take little time beside the deals,
// and for the slowest rulesets.
constexpr std::size_t kDealsPerLook = 32;

// Deal `index` when only cards are due, after random calls. Over if it was
// abandoned.
Position AfterCalls(const CompiledRules& rules, const DealSource& source,
                    std::uint64_t index) {
  Position position(rules, source.PackOf(rules.deck, index),
                    arena::Table::FirstDealer(rules, index));
  bots::Random random(index);
  while (!position.done() && !position.OnlyCardsAreDue()) {
    const ActionSet legal = position.LegalActions();
    position.Apply(legal.Nth(static_cast<int>(
        random.Below(static_cast<std::uint32_t>(legal.size())))));
  }
  return position;
}

}  // namespace

absl::StatusOr<BenchRow> MeasureSolve(const CompiledRules& rules,
                                      const DealSource& source,
                                      bool game_points, double seconds) {
  using Clock = std::chrono::steady_clock;
  Solver solver(rules);
  const GamePoints game(rules.ruleset);
  Clock::duration solving{0};
  double cpu_seconds = 0;
  double deals = 0;
  std::int64_t sum = 0;  // keeps the compiler from removing the work
  std::uint64_t index = 0;
  while (std::chrono::duration<double>(solving).count() < seconds) {
    std::vector<Position> positions;
    while (positions.size() < kDealsPerLook) {
      const Position position = AfterCalls(rules, source, index++);
      if (position.done()) continue;
      if (!IsSolvedQuickly(position)) {
        return absl::FailedPreconditionError(
            absl::StrCat(rules.ruleset.id,
                         ": whole deals take too long to "
                         "solve; leave the rows solve-* out"));
      }
      positions.push_back(position);
    }
    const double before = arena::ThreadCpuSeconds();
    const Clock::time_point start = Clock::now();
    for (const Position& position : positions) {
      sum += game_points ? solver.Worth(position, game)[0]
                         : solver.CardPoints(position)[0];
    }
    solving += Clock::now() - start;
    cpu_seconds += arena::ThreadCpuSeconds() - before;
    deals += static_cast<double>(positions.size());
  }
  if (sum == INT64_MIN) deals = 0;
  BenchRow row{
      .name = std::string(game_points ? kSolveGameRow : kSolveCardsRow),
      .deals = deals,
      .decisions = static_cast<double>(solver.nodes()),
      .seconds = std::chrono::duration<double>(solving).count(),
      .referee_cpu_seconds = cpu_seconds};
  FillLayers(row, Layer::kPlay);
  return row;
}

}  // namespace couillon::tools
