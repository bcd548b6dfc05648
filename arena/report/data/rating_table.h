// The results of a round robin under one ruleset, or under all of them: its
// pairings and the standings on every scale.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/league/rank_bands.h"
#include "arena/numbers/stats/pairs/elo.h"
#include "arena/numbers/stats/pairs/mean.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/points.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/data/place_results.h"
#include "arena/report/data/rating_sheet.h"
#include "arena/table/bot_index.h"
#include "arena/table/quantity.h"
#include "arena/table/race/match_elo.h"
#include "arena/table/unit/play_counts.h"

namespace couillon::arena {

struct PairingReport;

// The pairs or tables that a bot, or the first bot of a pairing, has won, drawn
// and lost.
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
  // Null if some pairs have six seatings, whose sums are not enough.
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
// Returns the results of a pairing.
PairingResults ResultsOf(const PairingReport& pairing);

// Adds a pairing, seen from its first bot or from the second.
void AddPairing(const PairingResults& pairing, bool from_first,
                BotResults& results);

// Adds results of the same bot.
void AddResults(const BotResults& more, BotResults& results);

inline constexpr double kConfidence = 0.95;
inline constexpr std::size_t kMaxPlacedPairings = 20'000;

// One pairing under one ruleset, seen from its first bot.
struct PairingReport {
  BotIndex first{};
  BotIndex second{};
  stats::PairSums score;                  // per pair, over all seatings
  std::optional<stats::PairCells> cells;  // two-sided rulesets only
  stats::EloEstimate elo;                 // from the scores
  // Game points per deal. One ruleset only.
  stats::PointsEstimate points;
  stats::Interval anytime_points;
  // What a match would give. Deals of one ruleset only.
  std::optional<MatchEstimate> match;
  // Whether game points and deals won name different bots as the better one,
  // each with an interval that excludes zero.
  bool signs_differ = false;
  // Anytime-valid interval of Elo, for any number of looks while the league is
  // played; tightest at its end.
  stats::Interval anytime_elo;
  PerQuantity<stats::MeanEstimate> leads;  // per deal (or match)
  std::optional<double> luck_share;        // two seatings only
  std::optional<double> pairing_gain;      // likewise
  PlayCounts counts;
  // The same without the deals that have a forfeited table; empty if there are
  // none. One ruleset only.
  struct ForfeitFree {
    stats::PairSums score;
    stats::EloEstimate elo;
    stats::PointsEstimate points;
  };
  std::optional<ForfeitFree> forfeit_free;
};

// The results of one bot over all its pairings.
struct BotTotals {
  BotResults results;
  // Game points per deal. Null without pairs and over all rulesets.
  std::optional<double> game_points;
};

// The standings under one ruleset, or under all of them together.
struct RatingTable {
  std::string ruleset;              // its spec; empty for all together
  std::string hash;                 // of the ruleset
  int seatings = 2;                 // of every deal
  std::int64_t items = 0;           // deals or matches with at least one result
  std::int64_t declared_pairs = 0;  // see DeclaredPairs
  // All pairings; or those between the bots that the sheet compares, if the
  // whole table would be larger than the report is asked to be.
  std::vector<PairingReport> pairings;
  std::int64_t pairings_left_out = 0;
  std::vector<BotTotals> totals;  // by bot, over all its pairings
  // What ratings, order, marks and LOS compare: game points of deals unless
  // deals won are asked for, the score of matches.
  stats::ResultScale scale = stats::ResultScale::kScore;
  stats::LeagueSums sums;        // on that scale
  RatingSheet sheet;             // likewise
  stats::LeagueRating by_score;  // Elo from the scores, for any scale
  stats::RankBands score_ranks;  // by bot, likewise
  // Elo per match. Null for matches, for all rulesets together, and if the
  // ruleset cannot be compiled.
  std::optional<stats::LeagueRating> matches;
  stats::RankBands match_ranks;     // by bot; empty if `matches` is null
  bool matches_are_linear = false;  // as in MatchRatings
  // Davidson's nu of single deals (or matches): the draw rate between equal
  // bots is nu / (2 + nu). Null for all rulesets together, for more than two
  // sides, and without a finite fit. Davidson's strengths are not shown: they
  // are not Elo.
  std::optional<double> tie_rate;
  // Deals of one ruleset only; not of more than kMaxPlacedPairings pairings.
  PlacesOfTable places;
};

}  // namespace couillon::arena
