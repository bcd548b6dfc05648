// The data of a fairness report: sums over the deals and matches played.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "arena/measure/fairness/card_control.h"
#include "arena/measure/fairness/figures.h"
#include "arena/measure/fairness/solved_deals.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/seating_sums.h"
#include "arena/numbers/stats/sample/ratio.h"
#include "arena/table/bot_index.h"
#include "arena/table/race/even_race.h"

namespace couillon::arena {

struct FairnessOptions {
  std::uint64_t deals = 0;          // of each bot against itself; >= 1
  std::uint64_t pairing_deals = 0;  // of every two bots; 0: none
  std::uint64_t matches = 0;        // of the last bot against itself; 0: none
  std::uint64_t playouts = 0;       // random, without bots; up to 2^31
  SolvingLimits solving;            // of each ruleset; 0 deals: none is solved
  std::string seed;
  int workers = 1;
  // Margins of the equivalence tests: game points per deal, and Elo per deal or
  // match.
  double margin_points = 0.02;
  double margin_elo = 5;

  friend bool operator==(const FairnessOptions&,
                         const FairnessOptions&) = default;
};

// The number of times that a standing occurred, and how often the side won the
// match from it, by [lines left - 1][lines left of the opponent - 1], up to
// kMaxNeeds each.
inline constexpr int kMaxNeeds = 8;
struct RaceCounts {
  std::array<std::array<std::int64_t, kMaxNeeds>, kMaxNeeds> seen{};
  std::array<std::array<std::int64_t, kMaxNeeds>, kMaxNeeds> won{};
};

// One bot against itself under one ruleset.
struct MirrorSums {
  std::vector<stats::RatioSums> figures;  // of DealFigures
  std::int64_t tables = 0;
  std::int64_t forfeits = 0;  // forfeited tables, excluded from the figures
};

// Two bots; `stronger` is the later one in FairnessRun::bots.
struct LadderSums {
  BotIndex weaker{};
  BotIndex stronger{};
  stats::PairSums score;           // of the stronger
  stats::SeatingSums game_points;  // of the stronger
  // By block of deals, for bootstrap intervals.
  std::vector<stats::SeatingSums> blocks;
  // By deal, of the stronger: of those that are to be solved. Empty unless
  // there are two sides.
  std::vector<SeatingLeads> leads;
};

// Whole matches of the last bot against itself.
struct MatchSums {
  std::vector<stats::RatioSums> figures;  // of MatchFigures
  std::map<int, std::int64_t> lengths;    // matches by number of deals
  RaceCounts races;                       // matches of two sides only
  EvenDeals deals;                        // likewise, of these matches
  std::int64_t matches = 0;
};

struct RulesetSums {
  MirrorSums playouts;              // of random playouts
  std::vector<MirrorSums> mirrors;  // by bot
  std::vector<LadderSums> ladder;   // every two bots
  MatchSums matches;
  SolvedDeals solved;
};

// Two rulesets on the same deals, one bot against itself.
struct ComparisonSums {
  BotIndex bot{};
  std::vector<Figure> figures;  // those that both rulesets have; they vary if
                                // they do in either
  std::vector<stats::RatioSums> first;
  std::vector<stats::RatioSums> second;
  std::vector<stats::RatioCross> cross;
};

struct FairnessSums {
  // The options of the run that was summed.
  FairnessOptions options;
  std::vector<RulesetSums> rulesets;
  std::vector<ComparisonSums> comparisons;  // by bot; empty if none is asked
};

// Adds what was played of the deals and matches that follow those of `sums`:
// the result is that of both together. Options, random playouts and solved
// deals stay as they are. Requires: the same rulesets, bots and figures.
void Append(const FairnessSums& more, FairnessSums& sums);

}  // namespace couillon::arena
