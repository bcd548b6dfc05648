// The report of a league so far: ratings, pairings and faults, computed from
// the store. The same results give the same report to the last digit,
// regardless of the number of workers, the transport and interruptions.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/report/head_to_head.h"
#include "arena/report/rating_sheet.h"
#include "arena/stats/law/interval.h"
#include "arena/stats/league/design_fit.h"
#include "arena/stats/league/league_rating.h"
#include "arena/stats/pairs/elo.h"
#include "arena/stats/pairs/mean.h"
#include "arena/stats/pairs/pair_sums.h"
#include "arena/table/bot_index.h"
#include "arena/table/quantity.h"
#include "arena/table/verdict.h"
#include "arena/unit/play_counts.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

class LeagueStore;
struct RunningSums;

inline constexpr double kConfidence = 0.95;

// One pairing under one ruleset, seen from its first bot.
struct PairingReport {
  BotIndex first{};
  BotIndex second{};
  stats::PairSums score;                  // of blocks of all seatings
  std::optional<stats::PairCells> cells;  // two-sided rulesets only
  stats::EloEstimate elo;
  // Anytime-valid interval of Elo, which holds at every look while the league
  // is played; tightest at its end.
  stats::Interval anytime_elo;
  PerQuantity<stats::MeanEstimate> leads;  // per deal (or match)
  std::optional<double> luck_share;
  std::optional<double> pairing_gain;
  PlayCounts counts;
  // The same without the deals of which a table was forfeited; empty if no
  // table was. One ruleset only.
  struct ForfeitFree {
    stats::PairSums score;
    stats::EloEstimate elo;
    stats::MeanEstimate game_points;
  };
  std::optional<ForfeitFree> forfeit_free;
};

// A rating table: one ruleset, or all of them together.
struct RatingTable {
  std::string ruleset;     // its spec; empty for all together
  std::string hash;        // of its rules
  int seatings = 2;        // of every deal
  std::int64_t items = 0;  // deals or matches with at least one result
  std::vector<PairingReport> pairings;
  stats::LeagueSums sums;
  RatingSheet sheet;
  // Davidson's nu of single deals (or matches): equals tie in nu / (2 + nu) of
  // them. Null for all rulesets together, for more than two sides, and while
  // it has no finite fit. His strengths are not shown: they are not Elo.
  std::optional<double> tie_rate;
};

// A player's line in an individual tournament.
struct PlayerReport {
  BotIndex bot{};
  int rounds = 0;
  std::int64_t deals = 0;
  // Game points left to erase, counted from 0: what its sides have added less
  // what they have erased. The lowest wins.
  std::int64_t total = 0;
  stats::MeanEstimate per_deal;  // by round
  // Elo of the player alone against the mean of all, regardless of its
  // partners: logit E[score of a side] = strengths of its players less those of
  // the other side's, clustered by deal. Null while the rounds played cannot
  // tell the player from a partner, or when all results of a side went one
  // way.
  std::optional<stats::ContrastEstimate> elo;
};

// The results of two players as partners.
struct PartnersReport {
  std::int64_t deals = 0;
  std::optional<double> per_deal;  // game points left, as in PlayerReport
};

// The joint Elo of players who sat together, against as many average ones.
struct TeamReport {
  std::vector<BotIndex> members;
  stats::ContrastEstimate elo;
};

// An individual tournament under one ruleset.
struct TournamentTable {
  std::string ruleset;
  std::string hash;
  std::vector<PlayerReport> players;  // from the best, by the mean a deal
  // By index in the league, symmetric; the diagonal is empty.
  std::vector<std::vector<PartnersReport>> partners;
  // The sides that were seen, when some player alone has no Elo and they do.
  std::vector<TeamReport> teams;
};

struct LeagueReport {
  v1::LeagueConfig config;
  std::int64_t units_done = 0;
  std::int64_t units = 0;
  std::vector<RatingTable> rulesets;
  // Over all rulesets, each counting the same; only when there are several.
  std::optional<RatingTable> overall;
  // Of a sequential test: what it saw when it ended, or so far. The tables
  // then hold those results and no others.
  std::optional<HeadToHead> test;
  // Instead of the rating tables in an individual tournament.
  std::vector<TournamentTable> tournaments;
  // Those that cost a deal or more. The others depend on how the work was
  // spread over processes, so `league status` shows them and a report does not.
  std::vector<Fault> faults;
};

// Returns the report of a round robin but for its faults. The first bot of the
// league is the anchor, at 0 Elo.
LeagueReport ReportOfSums(const v1::LeagueConfig& config,
                          const RunningSums& sums);

// Where the sums of a round robin come from; the report is the same.
enum class SumsFrom {
  kStore,     // the running sums, and the units that they do not hold yet
  kAllUnits,  // every unit again
};

// Reads the store and computes the report.
absl::StatusOr<LeagueReport> MakeReport(LeagueStore& store,
                                        SumsFrom from = SumsFrom::kStore);

}  // namespace couillon::arena
