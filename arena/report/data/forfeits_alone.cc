// Finds decisive pairs by the exact sums of what is free of forfeits.
#include "arena/report/data/forfeits_alone.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "arena/league/store/running_sums.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/seating_sums.h"

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
      if (AreForfeitsAlone(table.pairings[k])) EmptyPairing(k, table);
    }
    if (rated.overall) EmptyPairing(k, *rated.overall);
  }
  return rated;
}

}  // namespace couillon::arena
