// Leagues with deals of their own for every pairing compared with leagues whose
// pairings all play the same deals: width and coverage of the intervals.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "arena/measure/selftest/played_league.h"
#include "arena/measure/selftest/self_check.h"
#include "arena/measure/selftest/simulations.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/league/league_rating.h"

namespace couillon::arena {

// Intervals of one kind, over all leagues.
struct IntervalCount {
  std::int64_t intervals = 0;
  std::int64_t covering = 0;  // contain the true difference
  double total_width = 0;     // Elo, from end to end

  // NaN without intervals.
  [[nodiscard]] double coverage() const;
  [[nodiscard]] double mean_width() const;
};

// Leagues of the same bots.
struct IntervalTally {
  std::int64_t leagues = 0;
  IntervalCount anchor;      // each bot against the first
  IntervalCount neighbours;  // each bot against the one before it in the list

  // Adds the 95% intervals of a league. `true_elo` is by bot, relative to the
  // first, and ascending or descending if neighbours are to be near in
  // strength. A league without a finite interval for every bot is not added.
  // Requires: the ratings have bot 0 as their anchor.
  void Add(const stats::LeagueRating& rating, std::span<const double> true_elo);
};

// The correlation between the scores of a bot against two opponents on the same
// deal: sums over leagues. It decides what shared deals cost.
class OpponentsCorrelation {
 public:
  void Add(const stats::LeagueSums& league);

  // Between -1 and 1; NaN if no deal was shared or no score varied.
  [[nodiscard]] double value() const;

 private:
  double covariance_ = 0;  // of every two pairings with a bot in common
  double variance_ = 0;    // geometric mean of the two, added alike
};

// Returns the expected width of an interval between two bots when all pairings
// play the same deals, as a multiple of the width when each has deals of its
// own, in a round robin of equal bots: sqrt(1 + (bots - 2) * correlation).
// docs/statistics.md derives it. Requires: bots >= 2.
[[nodiscard]] double ExpectedWidthRatio(int bots, double correlation);

// The same bots in both modes.
struct DealModes {
  std::string group;  // the kind of bots
  int bots = 0;
  IntervalTally own;
  IntervalTally same;
  double correlation = 0;  // OpponentsCorrelation
};

// Draws `leagues` leagues of 100 deals per pairing in each mode, of the
// strengths and effects of `league`.
[[nodiscard]] DealModes CompareModes(SimulatedLeague league,
                                     std::int64_t leagues,
                                     stats::SplitMix64& random);

// Leagues of 3, 8 and 20 bots. Simulated ones: equal bots with deal effects
// from none to strong, and a ladder of strengths. A tenth as many are played by
// the referee: the bots are the reference bot with random errors, equally often
// and drawn from each source, equally often with the same random numbers for
// all, and from rarely to often.
[[nodiscard]] std::vector<DealModes> CompareDealModes(const SelfTestPlan& plan,
                                                      const SelfTestBots& bots);

// Returns a line per league and mode. Widths are in Elo, from end to end;
// `ratio` is the width with the same deals over that with deals of their own,
// against the anchor.
[[nodiscard]] std::string DealModesText(const std::vector<DealModes>& all);

[[nodiscard]] std::string DealModesJson(const SelfTestPlan& plan,
                                        const std::vector<DealModes>& all);

}  // namespace couillon::arena
