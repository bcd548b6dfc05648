// Bradley-Terry fits on each scale: game points or scores of deals as they were
// played, and the scores of matches as a race on the slate expects them.
#include "arena/report/data/table_ratings.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <future>
#include <memory>
#include <optional>
#include <utility>

#include "arena/league/store/running_sums.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/league/cross_table.h"
#include "arena/numbers/stats/league/league.h"
#include "arena/numbers/stats/league/league_moments.h"
#include "arena/numbers/stats/league/rank_bands.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/seating_sums.h"
#include "arena/report/data/forfeits_alone.h"
#include "arena/report/data/rating_sheet.h"
#include "arena/table/bot_index.h"
#include "arena/table/kinds_by_view.h"
#include "arena/table/quantity.h"
#include "arena/table/race/deal_counts.h"
#include "arena/table/race/linear_races.h"
#include "arena/table/race/match_race.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/team.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

// The largest lead of a team over all tables of a pair, as PlainLead().
std::int64_t LargestLead(const CompiledRules& rules) {
  const KindsByView views(rules);
  std::int64_t lead = 0;
  for (int view = 0; view < views.views(); ++view) {
    int largest = 0;
    for (int kind = 0; kind < views.kinds(); ++kind) {
      largest = std::max(largest, std::abs(views.LeadHalves(view, kind)));
    }
    lead += largest;
  }
  return std::max<std::int64_t>(lead, 1);
}

// More pairings than this, on deals of their own, have matches to first order
// (linear_races.h): a race each would take minutes.
inline constexpr std::size_t kMaxRaces = 20'000;

// Elo per match of the bots of a league that plays deals, by the race on the
// slate with the deals that each pairing has played.
struct MatchRatings {
  std::vector<MatchEstimate> pairings;  // in the order of the sums
  bool are_linear = false;              // those of linear_races.h
  bool are_too_long = false;            // matches; then there are no ratings
  // Bradley-Terry on the expected scores of matches. Of two pairings on the
  // same deals, it takes their expected scores to vary together as far as their
  // game points do.
  stats::LeagueRating rating;
};

// The moments of the expected score of a match, as if each pair of a deal were
// worth its part in it.
stats::PairingMoments MomentsOf(const MatchEstimate& match,
                                const stats::PairingMoments& points) {
  const double pairs = static_cast<double>(match.pairs) + 2;
  const double error = match.standard_error.value_or(0);
  const double lead = match.padded_score - 0.5;
  return {
      .first = points.first,
      .second = points.second,
      .pairs = pairs,
      .lead = pairs * lead,
      .squares = pairs * (pairs * error * error + lead * lead),
      .won = pairs * match.padded_score,
      .lost = pairs * (1 - match.padded_score),
      .half_point = 0.5,
      .decisive = stats::DecisiveLeadsAtLeast(points.squares, points.fourths)};
}

stats::CrossMoments CrossOf(const stats::CrossMoments& points,
                            const std::vector<stats::PairingMoments>& pairings,
                            const MatchEstimate& k, const MatchEstimate& l) {
  const double n = points.deals;
  const stats::PairingMoments& of_k =
      pairings[static_cast<std::size_t>(points.k)];
  const stats::PairingMoments& of_l =
      pairings[static_cast<std::size_t>(points.l)];
  stats::CrossMoments cross = points;
  cross.lead_k = n * of_k.lead / of_k.pairs;
  cross.lead_l = n * of_l.lead / of_l.pairs;
  const double products = points.products - points.lead_k * points.lead_l / n;
  cross.products = products * k.value_of_a_point * l.value_of_a_point +
                   cross.lead_k * cross.lead_l / n;
  return cross;
}

// Few pairs do not say who is better, on any scale (stats::WithSignTest). A
// side that cannot lose with the deals seen has a bound then that says nothing.
void LimitByDecisivePairs(const PairingSums& pairing, double level,
                          MatchEstimate& match) {
  if (!match.elo) return;
  const stats::PairSums points =
      stats::PairResults(pairing.leads[Quantity::kGamePoints]);
  const double decisive =
      stats::DecisiveLeadsAtLeast(static_cast<double>(points.sum_squares),
                                  static_cast<double>(points.sum_fourths));
  if (std::isfinite(*match.elo)) {
    match.elo_interval =
        stats::WithSignTest(match.elo_interval, *match.elo, decisive, level);
    return;
  }
  const bool few = std::exp2(1 - decisive) > 1 - level;
  const bool says_nothing =
      *match.elo > 0 ? match.elo_interval.lo <= 0 : match.elo_interval.hi >= 0;
  if (few || says_nothing) match.elo_interval = {};
}

// The estimates of the pairings, one by one or, if they are `linear`, in
// groups. Empty if a match is too long.
std::vector<MatchEstimate> MatchesOf(const MatchRace& race,
                                     const TableSums& sums, bool linear,
                                     double level) {
  std::vector<MatchEstimate> matches;
  if (linear) {
    std::vector<const DealCounts*> counts;
    counts.reserve(sums.pairings.size());
    for (const PairingSums& pairing : sums.pairings) {
      counts.push_back(&pairing.deal_counts);
    }
    matches = EstimateMatches(race, counts, level);
  } else {
    matches.reserve(sums.pairings.size());
    for (const PairingSums& pairing : sums.pairings) {
      matches.push_back(EstimateMatch(race, pairing.deal_counts, level));
      if (matches.back().pairs > 0 && !matches.back().score) return {};
    }
  }
  for (std::size_t k = 0; k < matches.size(); ++k) {
    LimitByDecisivePairs(sums.pairings[k], level, matches[k]);
  }
  return matches;
}

// Returns the ratings under a ruleset. `points` are the game points of the
// pairings, with the crosses, as a league rating takes them.
// Empty if the kinds of deals are not those of the ruleset.
// Requires: the pairings of `points` are those of `sums`, ascending.
MatchRatings RateMatches(const CompiledRules& rules, const TableSums& sums,
                         const stats::LeagueSums& points, double level,
                         const RatingZero& zero, stats::LeagueErrors errors) {
  const MatchRace race(rules);
  MatchRatings ratings;
  ratings.are_too_long = !race.is_whole();
  if (ratings.are_too_long) return ratings;
  for (const PairingSums& pairing : sums.pairings) {
    const int kinds = pairing.deal_counts.kinds();
    if (kinds != 0 && (kinds != race.views().kinds() ||
                       pairing.deal_counts.views() != race.views().views())) {
      return ratings;
    }
  }
  ratings.are_linear =
      points.crosses.empty() && sums.pairings.size() > kMaxRaces;
  ratings.pairings = MatchesOf(race, sums, ratings.are_linear, level);
  if (ratings.pairings.size() != sums.pairings.size()) {
    return {.are_too_long = true};
  }
  stats::LeagueMoments moments =
      stats::ComputeMoments(points, stats::ResultScale::kPoints);
  std::vector<const MatchEstimate*> played;
  for (const MatchEstimate& match : ratings.pairings) {
    if (match.pairs > 0) played.push_back(&match);
  }
  // Rows of deals in a league of matches, or the other way round.
  if (played.size() != moments.pairings.size()) return {};
  for (std::size_t k = 0; k < moments.pairings.size(); ++k) {
    moments.pairings[k] = MomentsOf(*played[k], moments.pairings[k]);
  }
  moments.crosses.SetChange([&](const stats::CrossMoments& cross) {
    return CrossOf(cross, moments.pairings,
                   *played[static_cast<std::size_t>(cross.k)],
                   *played[static_cast<std::size_t>(cross.l)]);
  });
  // The virtual pairs are in the moments already.
  ratings.rating = stats::RateMoments(moments, {.level = level,
                                                .anchor = zero.anchor,
                                                .anchor_value = zero.elo,
                                                .errors = errors,
                                                .virtual_lead = 0});
  return ratings;
}

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
  return stats::ComputeRankBands(
      rating, stats::KnownBetter(rating, stats::ComputeCriticalValue(
                                             rating, kConfidence, kDraws)));
}

// Gives two bots the figures of their pairing, so that both are shown alike.
// Requires: the pairing is that of the first bot against the second.
void UsePairing(const RatingZero& zero, MatchRatings& ratings) {
  const MatchEstimate& match = ratings.pairings[0];
  if (!match.elo) return;
  for (int bot = 0; bot < 2; ++bot) {
    if (zero.anchor == bot) continue;
    // The part of the lead by which the bot is above the zero.
    const double part = (bot == 0 ? 1 : -1) * (zero.anchor ? 1 : 0.5);
    const double ends[] = {part * match.elo_interval.lo,
                           part * match.elo_interval.hi};
    const double lo = std::min(ends[0], ends[1]);
    const double hi = std::max(ends[0], ends[1]);
    stats::BotRating& rating = ratings.rating.bots[stats::Index(bot)];
    rating.interval = {.lo = zero.elo + lo, .hi = zero.elo + hi};
    if (std::isfinite(*match.elo)) {
      rating.value = stats::PositiveZero(zero.elo + (part * *match.elo));
      continue;
    }
    const bool won = part * *match.elo > 0;
    rating.status =
        won ? stats::RatingStatus::kAbove : stats::RatingStatus::kBelow;
    rating.value.reset();
    if (won ? lo > 0 : hi < 0) rating.bound = zero.elo + (won ? lo : hi);
  }
}

// Elo per match, with the ranks by it.
struct RatedMatches {
  MatchRatings ratings;
  stats::RankBands ranks;  // none if the ratings have no pairings
};

RatedMatches RateByMatch(const CompiledRules& rules, const TableSums& sums,
                         const stats::LeagueSums& points,
                         const RatingZero& zero, stats::LeagueErrors errors) {
  RatedMatches rated{
      .ratings = RateMatches(rules, sums, points, kConfidence, zero, errors)};
  if (!rated.ratings.pairings.empty()) {
    rated.ranks = RanksOf(rated.ratings.rating);
  }
  return rated;
}

}  // namespace

std::int64_t PlainLead(const CompiledRules& rules) {
  const KindsByView views(rules);
  std::int64_t lead = 0;
  for (int view = 0; view < views.views(); ++view) {
    lead += views.LeadHalves(view, views.PlainWin(view, Team::kFirst));
  }
  return std::max<std::int64_t>(lead, 1);
}

TableRules TableRulesOf(const v1::LeagueConfig& config,
                        std::span<const CompiledRules> rules,
                        std::size_t ruleset, int seatings) {
  TableRules table{.entry = &config.rulesets(static_cast<int>(ruleset)),
                   .plain_lead = std::int64_t{2} * seatings,  // one point
                   .largest_lead = std::int64_t{2} * seatings};
  const bool deals = !ArePlayingMatches(config);
  if (rules.empty() || !deals) return table;
  table.rules = &rules[ruleset];
  table.plain_lead = PlainLead(rules[ruleset]);
  table.largest_lead = LargestLead(rules[ruleset]);
  return table;
}

std::int64_t DeclaredPairs(const v1::LeagueConfig& config) {
  const auto items = static_cast<std::int64_t>(config.items());
  return std::max<std::int64_t>(config.has_sprt() ? items / 4 : items, 1);
}

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
                                      stats::ResultScale scale, int seatings,
                                      const RatingZero& zero,
                                      stats::LeagueErrors errors) {
  const bool points = scale == stats::ResultScale::kPoints;
  return {.level = kConfidence,
          .anchor = zero.anchor,
          .anchor_value = points ? 0 : zero.elo,
          .errors = errors,
          .scale = scale,
          .virtual_lead =
              points ? PointsOptionsOf(rules, seatings).virtual_lead : 0.5};
}

std::vector<MatchEstimate> AddRatings(
    const v1::LeagueConfig& config, const Schedule& schedule,
    const TableRules& rules, const TableSums& sums, const RatingZero& zero,
    stats::LeagueErrors errors, RatingTable& table) {
  const bool points = table.scale == stats::ResultScale::kPoints;
  table.sums = LeagueSumsOf(config, schedule, sums, table.scale);
  stats::LeagueSums other = LeagueSumsOf(
      config, schedule, sums,
      points ? stats::ResultScale::kScore : stats::ResultScale::kPoints);
  // Nothing that one of the two needs comes from the other.
  std::future<RatedMatches> matches;
  if (rules.rules != nullptr) {
    matches = std::async([&] {
      return RateByMatch(*rules.rules, sums, points ? table.sums : other, zero,
                         errors);
    });
  }
  table.by_score =
      stats::RateLeague(points ? other : table.sums,
                        StandingsOptions(rules, stats::ResultScale::kScore,
                                         table.seatings, zero, errors));
  if (points) other = {};  // that of a large league takes 50 MB
  table.sheet = MakeRatingSheet(
      table.sums,
      StandingsOptions(rules, table.scale, table.seatings, zero, errors));
  table.score_ranks = points ? RanksOf(table.by_score) : table.sheet.ranks;
  if (!matches.valid()) return {};
  RatedMatches rated = matches.get();
  table.matches_are_too_long = rated.ratings.are_too_long;
  if (rated.ratings.pairings.empty()) return {};
  // The spread over several rulesets needs a rating under each.
  if (config.bots_size() == 2 && config.rulesets_size() == 1) {
    UsePairing(zero, rated.ratings);
  }
  table.matches_are_linear = rated.ratings.are_linear;
  table.match_ranks = std::move(rated.ranks);
  table.matches = std::move(rated.ratings.rating);
  return std::move(rated.ratings.pairings);
}

stats::LeagueRating StandingsOfSums(const v1::LeagueConfig& config,
                                    std::span<const CompiledRules> rules,
                                    stats::ResultScale scale,
                                    const RunningSums& sums,
                                    std::size_t ruleset, const RatingZero& zero,
                                    stats::LeagueErrors errors) {
  const std::optional<RunningSums> rated = SumsOfRatings(sums);
  const TableSums& of = (rated ? *rated : sums).rulesets[ruleset];
  return stats::RateLeague(
      LeagueSumsOf(config, MakeSchedule(config), of, scale),
      StandingsOptions(TableRulesOf(config, rules, ruleset, of.seatings), scale,
                       of.seatings, zero, errors));
}

}  // namespace couillon::arena
