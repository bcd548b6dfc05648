// Frequencies with two virtual pairs, the score of the race at these, and its
// error from the slopes of the score.

#include "arena/table/race/match_elo.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "arena/numbers/stats/law/distributions.h"
#include "arena/numbers/stats/pairs/elo.h"
#include "arena/table/kinds_by_view.h"
#include "arena/table/team.h"

namespace couillon::arena {
namespace {

// The counts with a pair whose deals the first team wins plainly in every view,
// and one that it loses so.
DealCounts WithVirtualPairs(const KindsByView& views,
                            const DealCounts& counts) {
  DealCounts padded = counts;
  for (const Team team : kBothTeams) {
    std::vector<std::uint8_t> kinds;
    for (int view = 0; view < views.views(); ++view) {
      kinds.push_back(static_cast<std::uint8_t>(views.PlainWin(view, team)));
    }
    padded.Add(kinds);
  }
  return padded;
}

std::vector<double> ComputeFrequencies(const DealCounts& counts) {
  std::vector<double> frequencies;
  for (const std::int64_t count : counts.Marginals()) {
    frequencies.push_back(static_cast<double>(count) /
                          static_cast<double>(counts.pairs()));
  }
  return frequencies;
}

// The slope of the value of a pair on its lead in game points.
double ValueOfAPoint(const MatchRace& race, const DealCounts& counts,
                     const std::vector<double>& slopes) {
  const KindsByView& views = race.views();
  std::vector<double> leads;
  std::vector<double> sums_of_both(slopes);
  for (int view = 0; view < views.views(); ++view) {
    for (int kind = 0; kind < views.kinds(); ++kind) {
      const double lead = views.LeadHalves(view, kind) / (2.0 * views.views());
      sums_of_both[leads.size()] += lead;
      leads.push_back(lead);
    }
  }
  const auto n = static_cast<double>(counts.pairs());
  const DealCounts::Sums x = counts.WeightedSums(leads);
  const DealCounts::Sums y = counts.WeightedSums(slopes);
  const DealCounts::Sums both = counts.WeightedSums(sums_of_both);
  const double products = (both.squares - x.squares - y.squares) / 2;
  const double variance = x.squares - x.total * x.total / n;
  if (!(variance > 1e-12 * x.squares)) return 0;
  return (products - x.total * y.total / n) / variance;
}

}  // namespace

void SetError(double pairs, const DealCounts::Sums& sums, double padded_score,
              double quantile, MatchEstimate& estimate) {
  const double mean = sums.total / pairs;
  const double variance = std::max(sums.squares / pairs - mean * mean, 0.0);
  estimate.degrees_of_freedom = pairs - 1;
  estimate.standard_error = std::sqrt(variance / pairs);
  estimate.padded_score = padded_score;
  // On the scale of log odds, where an interval cannot leave the range.
  const double half = 0.5 * stats::kEloScale * quantile *
                      *estimate.standard_error /
                      (padded_score * (1 - padded_score));
  estimate.elo_interval = stats::Around(stats::EloOfScore(padded_score), half);
  // Beyond, rounding decides the Elo, which says no more than that a side
  // hardly ever loses.
  constexpr double kLeastScore = 1e-9;  // 3,600 Elo
  const auto is_extreme = [](double score) {
    return std::min(score, 1 - score) < kLeastScore;
  };
  if (is_extreme(*estimate.score)) {
    estimate.elo = std::copysign(std::numeric_limits<double>::infinity(),
                                 *estimate.score - 0.5);
  }
  if (is_extreme(padded_score)) estimate.elo_interval = {};
  // A side that cannot lose with the deals seen may be better by any Elo.
  if (std::isinf(*estimate.elo)) {
    (*estimate.elo > 0 ? estimate.elo_interval.hi : estimate.elo_interval.lo) =
        *estimate.elo;
  }
}

MatchEstimate EstimateMatch(const MatchRace& race, const DealCounts& counts,
                            double level) {
  MatchEstimate estimate;
  estimate.pairs = counts.pairs();
  if (estimate.pairs == 0) return estimate;
  const DealCounts padded = WithVirtualPairs(race.views(), counts);
  const MatchRace::Value value = race.Play(ComputeFrequencies(padded));
  if (!value.is_exact) return estimate;
  // Deals that hardly ever bring the end of a match nearer have no score of
  // their own: it is that with virtual pairs then.
  estimate.score = race.Score(ComputeFrequencies(counts)).value_or(value.score);
  estimate.elo = stats::EloOfScore(*estimate.score);
  const auto pairs = static_cast<double>(padded.pairs());
  SetError(pairs, padded.WeightedSums(value.slopes), value.score,
           stats::TwoSidedStudent(level, pairs - 1), estimate);
  estimate.value_of_a_point = ValueOfAPoint(race, padded, value.slopes);
  return estimate;
}

}  // namespace couillon::arena
