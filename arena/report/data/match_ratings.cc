#include "arena/report/data/match_ratings.h"

#include "arena/numbers/stats/league/league.h"
#include "arena/numbers/stats/league/league_moments.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/table/race/deal_counts.h"
#include "arena/table/race/linear_races.h"
#include "arena/table/race/match_race.h"

namespace couillon::arena {
namespace {

// The moments of the expected score of a match, as if each pair of a deal were
// worth its part in it.
stats::PairingMoments MomentsOf(const MatchEstimate& match,
                                const stats::PairingMoments& points) {
  const double pairs = static_cast<double>(match.pairs) + 2;
  const double error = match.standard_error.value_or(0);
  const double lead = match.padded_score - 0.5;
  return {.first = points.first,
          .second = points.second,
          .pairs = pairs,
          .lead = pairs * lead,
          .squares = pairs * (pairs * error * error + lead * lead),
          .won = pairs * match.padded_score,
          .lost = pairs * (1 - match.padded_score),
          .half_point = 0.5};
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

// The estimates of the pairings, one by one or, if they are `linear`, in
// groups.
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
    return EstimateMatches(race, counts, level);
  }
  matches.reserve(sums.pairings.size());
  for (const PairingSums& pairing : sums.pairings) {
    matches.push_back(EstimateMatch(race, pairing.deal_counts, level));
  }
  return matches;
}

}  // namespace

MatchRatings RateMatches(const CompiledRules& rules, const TableSums& sums,
                         const stats::LeagueSums& points, double level,
                         std::optional<int> anchor) {
  const MatchRace race(rules);
  MatchRatings ratings;
  if (!race.is_whole()) return ratings;
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
  stats::LeagueMoments moments =
      stats::MomentsOf(points, stats::ResultScale::kPoints);
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
  ratings.rating = stats::RateMoments(
      moments, {.level = level, .anchor = anchor, .virtual_lead = 0});
  return ratings;
}

}  // namespace couillon::arena
