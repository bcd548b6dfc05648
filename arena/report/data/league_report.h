// The report of a league so far: ratings, pairings and faults, computed from
// the store. The same results give the same report to the last digit,
// regardless of the number of workers, the transport and interruptions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/league/design_fit.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/league/rank_bands.h"
#include "arena/numbers/stats/pairs/elo.h"
#include "arena/numbers/stats/pairs/mean.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/points.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/data/certainty.h"
#include "arena/report/data/convergence.h"
#include "arena/report/data/format_result.h"
#include "arena/report/data/head_to_head.h"
#include "arena/report/data/rating_history.h"
#include "arena/report/data/rating_table.h"  // IWYU pragma: export
#include "arena/report/data/rating_zero.h"
#include "arena/report/data/ruleset_spread.h"
#include "arena/report/data/three_way_report.h"
#include "arena/report/data/tournament_report.h"  // IWYU pragma: export
#include "arena/table/bot_index.h"
#include "arena/table/quantity.h"
#include "arena/table/race/match_elo.h"
#include "arena/table/unit/play_counts.h"
#include "arena/table/verdict.h"
#include "couillon/v1/audit.pb.h"
#include "couillon/v1/league.pb.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

class LeagueStore;
struct RunningSums;

// A version of a bot in the report of an arena.
struct EntrantLine {
  std::string label;   // "NAME v1"
  std::string status;  // "plays", "replaced" or "retired"
  std::string digest;  // of its identity
  std::string says;    // its name and version, as it describes itself
  std::string sdk;     // as it names it
  // The first and the last round in which it played or sat out; 0: none yet.
  std::int64_t first_round = 0;
  std::int64_t last_round = 0;
};

// The rounds of an arena and its entrants.
struct ArenaSummary {
  std::string format;                // "round robin", "Swiss" and so on
  std::int64_t rounds = 0;           // planned
  std::int64_t rounds_finished = 0;  // played to their end
  std::vector<EntrantLine> entrants;
};

struct LeagueReport {
  v1::LeagueConfig config;
  FormatResult result;  // the official one
  std::int64_t units_done = 0;
  std::int64_t units = 0;
  Certainty certainty = Certainty::kRatings;  // of the rating tables
  // Set if marks and ranks hold at every look (every_look.h); otherwise they do
  // for one look, at a number of deals fixed in advance.
  std::optional<stats::EveryLook> every_look;
  RatingZero zero;  // of the rating tables
  std::vector<RatingTable> rulesets;
  // Over all rulesets with equal weights, by score; null for a single ruleset.
  std::optional<RatingTable> overall;
  // How much the rulesets differ, in Elo per match, or per deal on the scale of
  // deals won; null for a single ruleset.
  std::optional<RulesetSpread> spread;
  // The sequential test when it ended, or so far. The rating tables then hold
  // only the results that the test used.
  std::optional<HeadToHead> test;
  // How the estimates came about, if asked for. Not of an arena.
  std::optional<Convergence> convergence;
  // Instead of the rating tables in an individual tournament.
  std::vector<TournamentTable> tournaments;
  // Instead of the rating tables in a three-way league.
  std::vector<ThreeWayTable> three_way;
  // Faults with a forfeit. Others depend on how units were distributed over
  // workers, so `league status` shows them and a report does not.
  std::vector<Fault> faults;
  // The entrants, if this is the report of an arena.
  std::optional<ArenaSummary> arena;
  // In the report of an arena, by ruleset: the ratings over its rounds.
  std::vector<RatingHistory> history;
  // The stored cold audit, if there is one.
  std::optional<v1::LeagueAudit> audit;
};

// The scale of ratings if none is asked for: that of a sequential test; without
// one, game points of deals, the score of matches.
stats::ResultScale DefaultScale(const v1::LeagueConfig& config);

// The most pairings under one ruleset of which a report shows the figures: all
// those of 200 bots. Of more, those between the 200 best are shown.
inline constexpr std::int64_t kMaxListedPairings = 20'000;
inline constexpr std::int64_t kAllPairings =
    std::numeric_limits<std::int64_t>::max();

// Returns the report of a round robin, without faults. `rules` are those of
// CompileLeague; if they are empty, there is no Elo per match.
LeagueReport ReportOfSums(v1::LeagueConfig config,
                          std::span<const CompiledRules> rules,
                          stats::ResultScale scale, const RunningSums& sums,
                          std::int64_t most_pairings = kMaxListedPairings,
                          const RatingZero& zero = {},
                          Certainty certainty = Certainty::kRatings);

// Returns the zero of a report that is asked for with a text of ReadAnchor;
// empty: the mean of the field. InvalidArgument for a league that is not rated
// by pairings, and for an Elo where the standings are in game points.
absl::StatusOr<RatingZero> ZeroOf(const std::string& anchor,
                                  const v1::LeagueConfig& config,
                                  stats::ResultScale scale);

// The source of the sums of a round robin; the report is the same.
enum class SumsFrom {
  kStore,     // the stored sums, plus the units that they do not include yet
  kAllUnits,  // all units
};

struct ReportRequest {
  std::optional<stats::ResultScale> scale;  // null: DefaultScale
  std::string anchor;                       // as ZeroOf takes it
  SumsFrom from = SumsFrom::kStore;
  std::int64_t most_pairings = kMaxListedPairings;  // per ruleset
  // With the convergence of a small round robin, for JSON and pages.
  bool convergence = false;
};

// Reads the store and computes the report. Matches have a score alone:
// InvalidArgument for points. The other errors are those of ZeroOf.
absl::StatusOr<LeagueReport> MakeReport(LeagueStore& store,
                                        const ReportRequest& request = {});

// Returns the seed, or nullopt while it is secret: it was not typed, and deals
// that follow from it are still to be played. In an arena and its rounds it
// always is, since a round may follow.
std::optional<std::string> ShownSeed(const LeagueReport& report);

}  // namespace couillon::arena
