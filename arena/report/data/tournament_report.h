// An individual tournament so far, as reports show it: its players, partners,
// opponents and places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/numbers/stats/league/additive.h"
#include "arena/numbers/stats/league/design_fit.h"
#include "arena/numbers/stats/league/rank_bands.h"
#include "arena/numbers/stats/pairs/mean.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/data/rating_history.h"
#include "arena/report/data/rating_table.h"
#include "arena/table/bot_index.h"
#include "arena/table/race/deal_counts.h"
#include "arena/table/team.h"
#include "arena/table/team_bots.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

class LeagueStore;
struct UnitOutcome;

// A player's line in an individual tournament.
struct PlayerReport {
  BotIndex bot{};
  int rounds = 0;  // in an arena and its rounds: tables of different teams
  std::int64_t deals = 0;
  // Game points left to erase, counted from 0: the points that its sides added
  // minus those that they erased. The lowest wins.
  std::int64_t total = 0;
  stats::MeanEstimate per_deal;  // clustered by `rounds`
  // Individual game points per deal relative to the mean player, adjusted for
  // partners: the lead of a side is the sum of its players' strengths minus
  // that of the other side, clustered by deal. Deals only; null if the rounds
  // played do not identify it.
  std::optional<stats::ContrastEstimate> points;
  // Individual Elo relative to the mean player, adjusted for partners:
  // logit E[score of a side] = sum of its players' strengths minus that of the
  // other side, clustered by deal. Null if the rounds played do not identify
  // it, or if the fit is separated because all results of a side went one way.
  std::optional<stats::ContrastEstimate> elo;
  // By `points`, or by `elo` in matches; null without.
  std::optional<stats::RankBand> rank;
  std::int64_t forfeits = 0;  // tables that a fault of anybody decided
  // Whether forfeits alone decide all its meetings: it has no rating then.
  bool no_result = false;
  // Players that met, directly or through others, have one number, from 0.
  // `points` and `elo` are relative to the mean player of an island.
  int island = 0;
};

// The results of two players as partners.
struct PartnersReport {
  std::int64_t deals = 0;
  std::optional<double> per_deal;  // game points left, as in PlayerReport
  stats::MeanEstimate score;       // of their side, 0 to 1
  stats::MeanEstimate lead;        // game points per deal; of deals only
};

// The results of two players on opposite sides, from the first one's view.
struct OpponentsReport {
  BotIndex first{};
  BotIndex second{};
  stats::MeanEstimate score;  // of its side, 0 to 1
  stats::MeanEstimate lead;   // game points per deal; of deals only
};

// The joint Elo of partners, relative to as many average players.
struct TeamReport {
  std::vector<BotIndex> members;
  stats::ContrastEstimate elo;
};

// An individual tournament under one ruleset.
struct TournamentTable {
  std::string ruleset;
  std::string hash;
  // Best first, by points left per deal; those who have not played last.
  std::vector<PlayerReport> players;
  // By index in the league, symmetric; the diagonal is empty.
  std::vector<std::vector<PartnersReport>> partners;
  // Of all players that have met as opponents, by index.
  std::vector<OpponentsReport> opponents;
  // What the places of the deals gained; empty for matches.
  PlacesOfTable places;
  // The teams that have an Elo, of which a player has no individual Elo.
  std::vector<TeamReport> teams;
  // Whether a player that is rated has fewer than kFewDeals independent deals.
  bool few_deals = false;
};

struct TournamentStandings {
  std::int64_t units_done = 0;
  std::vector<TournamentTable> tables;  // by ruleset
};

// The results of two teams of partners that met, as exact sums.
struct MeetingSums {
  TeamBots first;
  TeamBots second;
  std::int64_t deals = 0;     // in all seatings
  PerTeam<std::int64_t> net;  // game points erased minus game points added
  stats::PairSums score;      // of the first team, by deal
  stats::PairSums points;     // its leads in game points, by deal
  DealCounts deal_counts;     // how often each kind of deal occurred
  std::int64_t forfeits = 0;  // tables
  // Whether a deal that is free of forfeits is not drawn, or has unequal game
  // points.
  bool is_decisive = false;
  stats::PairSums forfeit_free_score;   // as `score`, of deals without forfeits
  stats::PairSums forfeit_free_points;  // likewise

  // Returns true if anything has been played.
  [[nodiscard]] bool IsPlayed() const { return score.pairs > 0; }
  // Returns true if ratings use it: forfeits alone are no evidence of strength.
  [[nodiscard]] bool IsRated() const {
    return (is_decisive ? score : forfeit_free_score).pairs > 0;
  }
  // Adds a unit of these two teams.
  void Add(const UnitOutcome& outcome);
};

// The meetings that are rated, as the ratings take them.
std::vector<stats::TeamSums> TeamSumsOf(
    const std::vector<MeetingSums>& meetings);

// The numbers of the bots of a team.
std::vector<int> NumbersOf(const TeamBots& team);

// Returns the table of ruleset `ruleset` of a configuration from what its bots
// have played. `results`: every deal of rated meetings, adjacent by deal, if
// tables share deals; empty if each meeting has deals of its own.
TournamentTable TournamentOf(const v1::LeagueConfig& config, int ruleset,
                             const std::vector<MeetingSums>& meetings,
                             const std::vector<stats::TeamResult>& results);

// Returns by bot the individual strength under ruleset `ruleset` of a
// configuration, relative to the mean player, in game points or Elo; null where
// results do not identify it, or do not connect the bot to most of those that
// have played. Requires: meetings have deals of their own.
std::vector<std::optional<RatingPoint>> StrengthPoints(
    const v1::LeagueConfig& config, int ruleset,
    const std::vector<MeetingSums>& meetings, stats::ResultScale scale);

// Reads all units. Requires: IsIndividual(store.config()).
absl::StatusOr<TournamentStandings> ReadTournaments(LeagueStore& store);

}  // namespace couillon::arena
