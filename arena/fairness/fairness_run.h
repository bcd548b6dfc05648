// Plays the deals of a fairness report: every bot against itself, to measure
// the rules without a difference of skill, and the bots against each other, to
// measure the effect of skill. All play the same deals, and the first of these
// are solved with all cards seen.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/fairness/card_control.h"
#include "arena/fairness/figures.h"
#include "arena/fairness/solved_deals.h"
#include "arena/race/even_race.h"
#include "arena/referee/bot_link.h"
#include "arena/stats/pairs/pair_sums.h"
#include "arena/stats/pairs/seating_sums.h"
#include "arena/stats/sample/ratio.h"
#include "arena/table/bot_index.h"
#include "engine/rules/compiled_rules.h"

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
};

// How often a standing occurred, and how often the side won the match from it,
// by [lines left - 1][lines left of the opponent - 1], up to kMostNeeds each.
inline constexpr int kMostNeeds = 8;
struct RaceCounts {
  std::array<std::array<std::int64_t, kMostNeeds>, kMostNeeds> seen{};
  std::array<std::array<std::int64_t, kMostNeeds>, kMostNeeds> won{};
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
  // By deal, of the stronger: of the first deals, at most as many as are to be
  // solved. Empty unless there are two sides.
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
  std::vector<RulesetSums> rulesets;
  std::vector<ComparisonSums> comparisons;  // by bot; empty if none is asked
};

struct FairnessRun {
  FairnessOptions options;
  std::vector<const CompiledRules*> rules;
  std::vector<std::string> bots;
  // Time limit of a bot's answer, which determines its budget per unit; 0: no
  // budget.
  std::chrono::milliseconds move_limit{0};
  // Compares the two rulesets, two readings of one game, deal by deal.
  // Requires: two rulesets with the same deck.
  bool compare = false;
  // Makes the links of one worker; used in that worker's thread.
  std::function<BotLinks(int worker)> make_links;
  // As in RefereeConfig.
  std::vector<bool> divided;
  std::vector<bool> relabelled;
  // Receives the deals and matches played and solved so far and their total,
  // where deals that the limits leave out count as solved; regularly,
  // from one thread at a time.
  std::function<void(std::int64_t, std::int64_t)> on_progress;
};

// Plays everything. Returns Cancelled if `stop` was set. The sums do not depend
// on the number of workers.
absl::StatusOr<FairnessSums> RunFairness(const FairnessRun& run,
                                         const std::atomic<bool>& stop);

}  // namespace couillon::arena
