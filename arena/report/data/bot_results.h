// What a bot, or the first bot of a pairing, has won, drawn and lost.
#pragma once

#include <cstdint>
#include <optional>

#include "arena/numbers/format/json.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/table/unit/play_counts.h"

namespace couillon::arena {

struct PairingReport;

struct WinDrawLoss {
  std::int64_t wins = 0;
  std::int64_t draws = 0;
  std::int64_t losses = 0;
  friend bool operator==(const WinDrawLoss&, const WinDrawLoss&) = default;
};

// Pairs: won if the score over all seatings is above one half.
WinDrawLoss PairsWon(const stats::PairCells& cells);
// Tables: a deal, or match, in one seating.
WinDrawLoss TablesWon(const stats::PairCells& cells);

// Sums over pairings and rulesets.
struct BotResults {
  std::int64_t pairs = 0;
  // Null if some pairs have six seatings, whose sums do not tell.
  std::optional<WinDrawLoss> of_pairs = WinDrawLoss{};
  std::optional<WinDrawLoss> of_tables = WinDrawLoss{};
  double score = 0;        // of all pairs together
  double game_points = 0;  // likewise, the lead per deal; 0 for matches
  std::int64_t deals = 0;
  std::int64_t forfeits = 0;  // tables that a fault of either side decided
};

// The results of one pairing under one ruleset, seen from its first bot.
struct PairingResults {
  stats::PairSums score;
  std::optional<stats::PairCells> cells;  // two seatings only
  double game_points = 0;                 // the mean lead; 0 for matches
  PlayCounts counts;
};
PairingResults ResultsOf(const PairingReport& pairing);

// Adds a pairing, seen from its first bot or from the second.
void AddPairing(const PairingResults& pairing, bool from_first,
                BotResults& results);

// Adds results of the same bot.
void AddResults(const BotResults& more, BotResults& results);

}  // namespace couillon::arena
