// Adds up wins, scores and game points over pairings.
#include "arena/report/data/rating_table.h"

namespace couillon::arena {
namespace {

void Add(const std::optional<WinDrawLoss>& more,
         std::optional<WinDrawLoss>& sum) {
  if (!more || !sum) {
    sum.reset();
    return;
  }
  sum->wins += more->wins;
  sum->draws += more->draws;
  sum->losses += more->losses;
}

}  // namespace

WinDrawLoss PairsWon(const stats::PairCells& cells) {
  const auto& [ll, ld, split, wd, ww] = cells.counts;
  return {.wins = wd + ww, .draws = split, .losses = ll + ld};
}

WinDrawLoss TablesWon(const stats::PairCells& cells) {
  const auto& [ll, ld, split, wd, ww] = cells.counts;
  return {.wins = 2 * ww + wd + cells.wl,
          .draws = ld + wd + 2 * cells.dd,
          .losses = 2 * ll + ld + cells.wl};
}

PairingResults ResultsOf(const PairingReport& pairing) {
  return {.score = pairing.score,
          .cells = pairing.cells,
          .game_points = pairing.points.mean.value_or(0),
          .counts = pairing.counts};
}

void AddResults(const BotResults& more, BotResults& results) {
  if (more.pairs == 0) return;
  results.pairs += more.pairs;
  Add(more.of_pairs, results.of_pairs);
  Add(more.of_tables, results.of_tables);
  results.score += more.score;
  results.game_points += more.game_points;
  results.deals += more.deals;
  results.forfeits += more.forfeits;
}

void AddPairing(const PairingResults& pairing, bool from_first,
                BotResults& results) {
  const std::int64_t pairs = pairing.score.pairs;
  if (pairs == 0) return;
  std::optional<stats::PairCells> cells = pairing.cells;
  if (cells && !from_first) cells = stats::Swapped(*cells);
  Add(cells ? std::optional(PairsWon(*cells)) : std::nullopt, results.of_pairs);
  Add(cells ? std::optional(TablesWon(*cells)) : std::nullopt,
      results.of_tables);
  const double score = stats::ComputeMean(pairing.score).value_or(0.5);
  const double points = pairing.game_points;
  const auto weight = static_cast<double>(pairs);
  results.score += weight * (from_first ? score : 1 - score);
  results.game_points += weight * (from_first ? points : -points);
  results.pairs += pairs;
  results.deals += pairing.counts.deals;
  results.forfeits += pairing.counts.forfeits;
}

}  // namespace couillon::arena
