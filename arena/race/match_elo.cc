#include "arena/race/match_elo.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "arena/race/deal_counts.h"
#include "arena/race/match_race.h"
#include "arena/stats/law/distributions.h"
#include "arena/stats/law/interval.h"
#include "arena/stats/pairs/elo.h"
#include "arena/table/team.h"

namespace couillon::arena {
namespace {

std::vector<double> FrequenciesOf(const DealCounts& counts) {
  std::vector<double> frequencies;
  for (const std::int64_t count : counts.Marginals()) {
    frequencies.push_back(static_cast<double>(count) /
                          static_cast<double>(counts.pairs()));
  }
  return frequencies;
}

// The counts with a pair whose deals the first team wins plainly in every view,
// and one that it loses so.
DealCounts Padded(const KindsByView& views, const DealCounts& counts) {
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

}  // namespace

MatchEstimate EstimateMatch(const MatchRace& race, const DealCounts& counts,
                            double level) {
  MatchEstimate estimate;
  estimate.pairs = counts.pairs();
  if (estimate.pairs == 0) return estimate;
  const double score = race.Play(FrequenciesOf(counts)).score;
  estimate.score = score;
  estimate.elo = stats::EloOfScore(score);
  const DealCounts padded = Padded(race.views(), counts);
  const MatchRace::Value value = race.Play(FrequenciesOf(padded));
  const DealCounts::Sums sums = padded.WeightedSums(value.slopes);
  const auto n = static_cast<double>(padded.pairs());
  const double mean = sums.total / n;
  const double variance = std::max(sums.squares / n - mean * mean, 0.0);
  estimate.degrees_of_freedom = n - 1;
  estimate.standard_error = std::sqrt(variance / n);
  // On the scale of log odds, where an interval cannot leave the range.
  const double half =
      0.5 * stats::kEloScale *
      stats::TwoSidedStudent(level, estimate.degrees_of_freedom) *
      *estimate.standard_error / (value.score * (1 - value.score));
  estimate.elo_interval = stats::Around(stats::EloOfScore(value.score), half);
  return estimate;
}

}  // namespace couillon::arena
