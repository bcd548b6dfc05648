#include "arena/report/data/table_ratings.h"

#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <utility>

#include "arena/league/store/running_sums.h"
#include "arena/numbers/stats/league/cross_table.h"
#include "arena/numbers/stats/league/league.h"
#include "arena/numbers/stats/league/rank_bands.h"
#include "arena/numbers/stats/pairs/seating_sums.h"
#include "arena/report/data/match_ratings.h"
#include "arena/report/data/rating_sheet.h"
#include "arena/table/bot_index.h"
#include "arena/table/quantity.h"
#include "arena/table/schedule/schedule.h"
#include "couillon/v1/league.pb.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {
namespace {

// The first bot is the anchor.
constexpr int kAnchor = 0;

// The deals (or matches) of all pairings, each counted once.
std::int64_t DistinctDeals(const v1::LeagueConfig& config,
                           const TableSums& sums) {
  if (config.same_deals()) return sums.items;
  std::int64_t deals = 0;
  for (const PairingSums& pairing : sums.pairings) deals += pairing.score.pairs;
  return deals;
}

// The ranks on a scale beside that of the sheet, whose marks nobody sees: fewer
// draws will do.
stats::RankBands RanksOf(const stats::LeagueRating& rating) {
  constexpr std::int64_t kDraws = kMaxDraws / 10;
  return stats::RankBandsOf(
      rating, stats::KnownBetter(
                  rating, stats::CriticalValueOf(rating, kConfidence, kDraws)));
}

// Elo per match, with the ranks by it.
struct RatedMatches {
  MatchRatings ratings;
  stats::RankBands ranks;  // none if the ratings have no pairings
};

RatedMatches RateByMatch(const CompiledRules& rules, const TableSums& sums,
                         const stats::LeagueSums& points) {
  RatedMatches rated{
      .ratings = RateMatches(rules, sums, points, kConfidence, kAnchor)};
  if (!rated.ratings.pairings.empty()) {
    rated.ranks = RanksOf(rated.ratings.rating);
  }
  return rated;
}

}  // namespace

stats::PointsOptions PointsOptionsOf(const TableRules& rules, int seatings) {
  return {
      .level = kConfidence,
      .seatings_per_pair = static_cast<double>(seatings),
      .virtual_lead = static_cast<double>(rules.plain_lead) / (2.0 * seatings)};
}

// The sums of a league rating on a scale.
stats::LeagueSums LeagueSumsOf(const v1::LeagueConfig& config,
                               const Schedule& schedule, const TableSums& sums,
                               stats::ResultScale scale) {
  const bool points = scale == stats::ResultScale::kPoints;
  stats::LeagueSums league{.bots = config.bots_size(),
                           .deals = DistinctDeals(config, sums),
                           .crosses = stats::CrossList()};
  const stats::CrossTable& crosses = points ? sums.point_crosses : sums.crosses;
  if (!crosses.empty()) {
    league.crosses =
        stats::CrossList(std::make_shared<const stats::CrossTable>(crosses));
  }
  league.pairings.reserve(sums.pairings.size());
  for (std::size_t k = 0; k < sums.pairings.size(); ++k) {
    const Pairing& teams = schedule.rounds()[0][k];
    const PairingSums& of = sums.pairings[k];
    league.pairings.push_back(
        {.first = ToInt(teams.first[0]),
         .second = ToInt(teams.second[0]),
         .score = points ? stats::PairResults(of.leads[Quantity::kGamePoints])
                         : of.score});
  }
  return league;
}

stats::LeagueOptions StandingsOptions(const TableRules& rules,
                                      stats::ResultScale scale, int seatings) {
  return {.level = kConfidence,
          .anchor = kAnchor,
          .scale = scale,
          .virtual_lead = scale == stats::ResultScale::kPoints
                              ? PointsOptionsOf(rules, seatings).virtual_lead
                              : 0.5};
}

std::vector<MatchEstimate> AddRatings(const v1::LeagueConfig& config,
                                      const Schedule& schedule,
                                      const TableRules& rules,
                                      const TableSums& sums,
                                      RatingTable& table) {
  const bool points = table.scale == stats::ResultScale::kPoints;
  table.sums = LeagueSumsOf(config, schedule, sums, table.scale);
  stats::LeagueSums other = LeagueSumsOf(
      config, schedule, sums,
      points ? stats::ResultScale::kScore : stats::ResultScale::kPoints);
  // Nothing that one of the two needs comes from the other.
  std::future<RatedMatches> matches;
  if (rules.rules != nullptr) {
    matches = std::async([&] {
      return RateByMatch(*rules.rules, sums, points ? table.sums : other);
    });
  }
  table.by_score = stats::RateLeague(points ? other : table.sums,
                                     {.level = kConfidence, .anchor = kAnchor});
  if (points) other = {};  // that of a large league takes 50 MB
  table.sheet = MakeRatingSheet(
      table.sums, StandingsOptions(rules, table.scale, table.seatings));
  table.score_ranks = points ? RanksOf(table.by_score) : table.sheet.ranks;
  if (!matches.valid()) return {};
  RatedMatches rated = matches.get();
  if (rated.ratings.pairings.empty()) return {};
  table.matches_are_linear = rated.ratings.are_linear;
  table.match_ranks = std::move(rated.ranks);
  table.matches = std::move(rated.ratings.rating);
  return std::move(rated.ratings.pairings);
}

}  // namespace couillon::arena
