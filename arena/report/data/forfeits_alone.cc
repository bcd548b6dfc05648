// Finds decisive pairs by the exact sums of what is free of forfeits.
#include "arena/report/data/forfeits_alone.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "arena/league/store/running_sums.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/seating_sums.h"
#include "arena/table/quantity.h"
#include "arena/table/race/deal_counts.h"

namespace couillon::arena {
namespace {

// The pairings that forfeits alone decide under a ruleset at least.
std::vector<bool> FindAlone(const RunningSums& sums) {
  std::vector<bool> alone;
  for (const TableSums& table : sums.rulesets) {
    alone.resize(table.pairings.size());
    for (std::size_t k = 0; k < table.pairings.size(); ++k) {
      if (AreForfeitsAlone(table.pairings[k])) alone[k] = true;
    }
  }
  return alone;
}

void EmptyPairing(std::size_t pairing, TableSums& table) {
  PairingSums& sums = table.pairings[pairing];
  PairingSums empty;
  empty.score.denominator = sums.score.denominator;
  empty.forfeit_free_score.denominator = sums.score.denominator;
  sums = std::move(empty);
  table.crosses.RemovePairing(pairing);
  table.point_crosses.RemovePairing(pairing);
}

// The counts of deals that no team has forfeited in either seating. Requires:
// two views.
DealCounts WithoutForfeits(const DealCounts& counts) {
  const auto kinds = static_cast<std::size_t>(counts.kinds());
  if (kinds == 0) return counts;
  DealCounts without(counts.kinds(), counts.views());
  std::vector<DealCounts::Cell> cells;
  for (const DealCounts::Cell& cell : counts.cells()) {
    // The last two kinds are the forfeits of the teams (kinds_by_view.h).
    if (cell.place() / kinds < kinds - 2 && cell.place() % kinds < kinds - 2) {
      cells.push_back(cell);
    }
  }
  without.SetCells(std::move(cells));
  return without;
}

// Leaves the deals without forfeits, all of which are even. Their results do
// not vary, so that they have nothing in common with those of other pairings.
void DropForfeits(std::size_t pairing, TableSums& table) {
  PairingSums& sums = table.pairings[pairing];
  if (table.seatings != 2 || sums.forfeit_free_score.pairs == 0) {
    EmptyPairing(pairing, table);
    return;
  }
  sums.score = sums.forfeit_free_score;
  sums.leads[Quantity::kGamePoints] = sums.forfeit_free_game_points;
  const std::int64_t split = sums.score.pairs;
  sums.cells = {};
  sums.cells.counts[2] = split;
  sums.deal_counts = WithoutForfeits(sums.deal_counts);
  table.crosses.RemovePairing(pairing);
  table.point_crosses.RemovePairing(pairing);
}

}  // namespace

bool AreForfeitsAlone(const PairingSums& sums) {
  return sums.counts.forfeits > 0 &&
         stats::DecisivePairsAtLeast(sums.forfeit_free_score) == 0 &&
         stats::PairResults(sums.forfeit_free_game_points).sum_squares == 0;
}

std::optional<RunningSums> SumsOfRatings(const RunningSums& sums) {
  const std::vector<bool> alone = FindAlone(sums);
  if (std::ranges::count(alone, true) == 0) return std::nullopt;
  RunningSums rated = sums;
  for (std::size_t k = 0; k < alone.size(); ++k) {
    if (!alone[k]) continue;
    for (TableSums& table : rated.rulesets) {
      if (AreForfeitsAlone(table.pairings[k])) DropForfeits(k, table);
    }
    if (rated.overall) EmptyPairing(k, *rated.overall);
  }
  return rated;
}

}  // namespace couillon::arena
