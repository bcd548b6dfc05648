// The results of a round robin under one ruleset, or under all of them: its
// pairings and the standings on every scale.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arena/numbers/format/json.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/league/rank_bands.h"
#include "arena/numbers/stats/pairs/elo.h"
#include "arena/numbers/stats/pairs/mean.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/points.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/numbers/stats/sample/ratio.h"
#include "arena/report/data/rating_sheet.h"
#include "arena/table/bot_index.h"
#include "arena/table/quantity.h"
#include "arena/table/race/deal_counts.h"
#include "arena/table/race/match_elo.h"
#include "arena/table/unit/play_counts.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// What the places of a deal gained: exactly, from how often deals of each kind
// occurred. A *place* is a side as counted from eldest hand: with two sides
// eldest's and the dealer's; with three the second one between them.

// Game points per deal of whoever held a place: with two sides the lead over
// the other side, with three what it gained over the mean of all three. Tables
// that a forfeit decided are left out.
struct PlaceResult {
  std::string place;        // "eldest_side", "second_side", "dealer_side"
  std::int64_t tables = 0;  // deals in one seating
  std::optional<double> points;
  std::optional<double> standard_error;
  stats::Interval interval;  // of `points`, unbounded below two deals
};
using PlaceResults = std::vector<PlaceResult>;

// Empty where the store does not keep them: matches, whose dealers change.
struct PlacesOfTable {
  PlaceResults all;                // whoever held them
  std::vector<PlaceResults> bots;  // by bot
};

// Adds the deals of teams that met, each pairing with deals of its own.
class PlaceTally {
 public:
  // `shared_deals`: pairings may have played the same deals, so that results of
  // two pairings have no known error together. Requires: `rules` outlives it.
  PlaceTally(const CompiledRules& rules, int bots, bool shared_deals);

  // Adds the deals of a pairing. Counts without kinds, or with other kinds than
  // those of the rules, are ignored.
  void Add(std::span<const BotIndex> first, std::span<const BotIndex> second,
           const DealCounts& counts);

  // Intervals have confidence `level`, 0 to 1.
  [[nodiscard]] PlacesOfTable Results(double level) const;

 private:
  struct Sums {
    stats::RatioSums ratio;
    int pairings = 0;
  };
  using PerPlace = std::array<Sums, kMaxSides>;

  // The sums of a pairing at a place; `held_by_first`: null for both teams.
  [[nodiscard]] stats::RatioSums SumsAt(
      const DealCounts& counts, int place,
      std::optional<bool> held_by_first) const;
  [[nodiscard]] PlaceResults ResultsOf(const PerPlace& sums,
                                       double level) const;

  const CompiledRules* rules_;
  bool shared_deals_;
  int kinds_ = 0;
  int views_ = 0;
  std::array<int, kMaxSides> side_of_{};  // by place, counted from the dealer's
  // By kind and place: what the place gained, times Scale().
  std::vector<std::array<int, kMaxSides>> gained_;
  PerPlace all_;
  std::vector<PerPlace> bots_;
};

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
  // False if the lead decided how long the pairing went on. Its estimates then
  // have anytime-valid intervals only: all others are unbounded, and there is
  // no LOS.
  bool fixed_sample = true;
  // Anytime-valid interval of Elo, for any number of looks while the league is
  // played; tightest at its end.
  stats::Interval anytime_elo;
  PerQuantity<stats::MeanEstimate> leads;  // per deal (or match)
  std::optional<double> luck_share;        // two seatings only
  std::optional<double> pairing_gain;      // likewise
  PlayCounts counts;
  // The pairs that ratings use. Fewer than `score` has if forfeits alone decide
  // the pairing (forfeits_alone.h): those without forfeits, which are all even.
  std::int64_t rated_pairs = 0;
  // Forfeits alone decide it, and there are none: no estimate but `leads`.
  bool forfeits_alone = false;
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
  // Elo per match. Null for matches, for all rulesets together, if the ruleset
  // cannot be compiled, and if its matches are too long.
  std::optional<stats::LeagueRating> matches;
  stats::RankBands match_ranks;     // by bot; empty if `matches` is null
  bool matches_are_linear = false;  // as in MatchRatings
  // Whether a match would be too long to be computed (match_race.h).
  bool matches_are_too_long = false;
  // Davidson's nu of single deals (or matches): the draw rate between equal
  // bots is nu / (2 + nu). Null for all rulesets together, for more than two
  // sides, and without a finite fit. Davidson's strengths are not shown: they
  // are not Elo.
  std::optional<double> tie_rate;
  // Deals of one ruleset only; not of more than kMaxPlacedPairings pairings.
  PlacesOfTable places;
};

}  // namespace couillon::arena
