// The knowledge of the planners of an arena's rounds: who plays, what has been
// played, and how it ended. A planner is a function of this alone, so that a
// round follows from the journal and the results of the rounds before it.
#pragma once

#include <cstdint>
#include <vector>

#include "arena/numbers/stats/pairs/pair_sums.h"

namespace couillon::arena {

// The formats of an arena's rounds.
enum class RoundFormat : std::uint8_t {
  kRoundRobin,      // every two entrants meet
  kGauntlet,        // the newest version of the first bot meets all others
  kSwiss,           // entrants with like scores meet, nobody twice
  kKnockout,        // who loses is out
  kDoubleKnockout,  // who loses twice is out
  kAdaptive,        // those whose order at the top is open
  kIndividual,      // every two entrants are partners
};

// Two entrants that meet, by number.
struct PlannedPairing {
  int first = 0;
  int second = 0;  // > first
  // The number of deals or matches that they have played before.
  std::uint64_t first_item = 0;
  friend bool operator==(const PlannedPairing&,
                         const PlannedPairing&) = default;
};

// Two teams of partners that meet in an individual tournament, by number. Each
// team is ascending; the first has the lowest number of both.
struct PlannedTable {
  std::vector<int> first;
  std::vector<int> second;
  // The number of deals that these two teams have played before.
  std::uint64_t first_item = 0;
  friend bool operator==(const PlannedTable&, const PlannedTable&) = default;
};

struct RoundPlan {
  std::uint64_t items = 0;  // deals or matches per pairing and ruleset
  std::vector<PlannedPairing> pairings = {};  // each two entrants once
  // Those who sit out a Swiss round, with the score of a win: one at most.
  std::vector<int> byes = {};
  // Instead of pairings in an individual tournament.
  std::vector<PlannedTable> tables = {};
  friend bool operator==(const RoundPlan&, const RoundPlan&) = default;
};

// Calls `use` with every entrant of every pairing or table of a round.
template <typename Use>
void ForEachPlayer(const RoundPlan& plan, Use use) {
  for (const PlannedPairing& pairing : plan.pairings) {
    use(pairing.first);
    use(pairing.second);
  }
  for (const PlannedTable& table : plan.tables) {
    for (const int entrant : table.first) use(entrant);
    for (const int entrant : table.second) use(entrant);
  }
}

// A round and its results, by pairing: leads of its first entrant per deal or
// match in game points, over all rulesets. Requires: the denominator is the
// same everywhere.
struct PlayedRound {
  RoundPlan plan;
  std::vector<stats::PairSums> leads;
  // The target under which it was planned; 0: that of the season.
  std::uint64_t target = 0;
  // Those who played when it was planned, ascending; empty: those of the
  // season.
  std::vector<int> playing = {};
};

struct Season {
  RoundFormat format = RoundFormat::kRoundRobin;
  // Deals or matches per pairing and ruleset: in all rounds, or in each round
  // of a Swiss. In an individual tournament, per two partners.
  std::uint64_t target = 0;
  std::uint64_t round_items = 1;  // the most in a round, at least 1
  int rulesets = 1;               // at least 1
  int seats = 4;                  // of a table in an individual tournament
  // Rounds of a Swiss; 0 for as few as can find a winner.
  int rounds_wanted = 0;
  // The number of entrants at the top that an adaptive arena ranks, at least 1.
  int top = 5;
  // Those who play, ascending.
  std::vector<int> playing = {};
  // The newest version of the bot that was submitted first, if it plays; -1 if
  // not.
  int challenger = -1;
  std::vector<PlayedRound> rounds = {};
  // By entrant: time that it takes per deal or match, in any unit; 0 for one
  // that has not been measured. May be shorter than the list of entrants.
  std::vector<double> costs = {};
};

// The deals or matches that two entrants have played, per ruleset. Requires:
// first < second.
std::uint64_t CountItems(const Season& season, int first, int second);

}  // namespace couillon::arena
