// The results of two teams of partners that met in an individual tournament, as
// exact sums.
#pragma once

#include <cstdint>
#include <vector>

#include "arena/numbers/stats/league/additive.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/table/bot_index.h"
#include "arena/table/race/deal_counts.h"
#include "arena/table/team.h"
#include "arena/table/team_bots.h"

namespace couillon::arena {

struct UnitOutcome;

struct MeetingSums {
  TeamBots first;
  TeamBots second;
  std::int64_t deals = 0;     // in all seatings
  PerTeam<std::int64_t> net;  // game points erased minus game points added
  stats::PairSums score;      // of the first team, by deal
  stats::PairSums points;     // its leads in game points, by deal
  DealCounts deal_counts;     // how often each kind of deal occurred

  // Whether anything has been played.
  [[nodiscard]] bool IsPlayed() const { return score.pairs > 0; }
  // Adds a unit of these two teams.
  void Add(const UnitOutcome& outcome);
};

// The meetings that have been played, as the ratings take them.
std::vector<stats::TeamSums> TeamSumsOf(
    const std::vector<MeetingSums>& meetings);

// The numbers of the bots of a team.
std::vector<int> NumbersOf(const TeamBots& team);

}  // namespace couillon::arena
