// Counts the significant differences of each bot. One critical value, that of
// the largest difference, guards all claims of a table.

#include "arena/numbers/stats/league/rank_bands.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "arena/numbers/stats/law/distributions.h"
#include "arena/numbers/stats/law/matrix.h"
#include "arena/numbers/stats/law/max_t.h"
#include "arena/numbers/stats/league/design_fit.h"
#include "arena/numbers/stats/league/league.h"
#include "arena/numbers/stats/league/league_size.h"

namespace couillon::stats {
namespace {

// The time of a draw grows with the square of the bots, so that large leagues
// have fewer; with the fewest, the error of a critical value is about 0.03.
constexpr std::int64_t kMinDraws = 10'000;
constexpr std::int64_t kDrawsTimesSquares = 40'000'000;
constexpr std::uint64_t kDrawSeed = 1;  // fixed: equal sums, equal report

double CriticalValue(const Matrix& covariance, double level,
                     std::int64_t most_draws) {
  if (IsLarge(covariance.rows())) {
    return BalancedCriticalValue(static_cast<int>(covariance.rows()), level);
  }
  const auto bots = static_cast<std::int64_t>(covariance.rows());
  const std::int64_t draws = std::min(
      most_draws, std::max(kDrawsTimesSquares / (bots * bots), kMinDraws));
  return MaxTCriticalValue(covariance, level, draws, kDrawSeed);
}

BetterThan NothingKnown(std::size_t bots) {
  return BetterThan(bots, std::vector<bool>(bots));
}

// Adds what is given, not estimated: the order of the anchors.
void AddAnchors(const LeagueIsland& island, BetterThan& better) {
  for (const Anchor& a : island.ties.anchors) {
    for (const Anchor& b : island.ties.anchors) {
      if (a.strength > b.strength) {
        better[static_cast<std::size_t>(a.bot)]
              [static_cast<std::size_t>(b.bot)] = true;
      }
    }
  }
}

// Returns true if the z that is as unlikely as a t is above a critical value.
// Student's law has the longer tails, so z is never farther from 0 than t.
bool IsSignificant(const StudentDifference& difference, double critical) {
  const double t = std::abs(difference.t);
  if (t <= critical) return false;
  const double tail = StudentCdf(-t, difference.degrees_of_freedom);
  return -NormalQuantile(tail) > critical;
}

}  // namespace

RankBands ComputeRankBands(const BetterThan& better,
                           const std::vector<bool>& ranked) {
  const auto count =
      static_cast<int>(std::count(ranked.begin(), ranked.end(), true));
  RankBands bands(ranked.size());
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    if (ranked[i]) bands[i] = RankBand{.best = 1, .worst = count};
  }
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    for (std::size_t j = 0; j < ranked.size(); ++j) {
      if (!better[i][j] || !bands[i] || !bands[j]) continue;
      --bands[i]->worst;
      ++bands[j]->best;
    }
  }
  return bands;
}

std::optional<double> ComputeCriticalValue(const LeagueRating& rating,
                                           double level,
                                           std::int64_t most_draws) {
  const auto estimated = [](const LeagueIsland& island) {
    return island.small_sample.has_value();
  };
  const auto islands =
      std::count_if(rating.islands.begin(), rating.islands.end(), estimated);
  std::optional<double> largest;
  for (const LeagueIsland& island : rating.islands) {
    if (!island.small_sample) continue;
    const double of_island = 1 - (1 - level) / static_cast<double>(islands);
    largest = std::max(
        largest.value_or(0),
        CriticalValue(island.small_sample->covariance, of_island, most_draws));
  }
  return largest;
}

BetterThan KnownBetter(const LeagueRating& rating,
                       std::optional<double> critical_value) {
  const std::size_t bots = rating.bots.size();
  BetterThan better = NothingKnown(bots);
  for (std::size_t i = 0; critical_value && i < bots; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const std::optional<StudentDifference> difference =
          ComputeStudentDifference(rating, static_cast<int>(i),
                                   static_cast<int>(j));
      if (!difference || !IsSignificant(*difference, *critical_value)) continue;
      better[i][j] = difference->t > 0;
      better[j][i] = difference->t < 0;
    }
  }
  for (const LeagueIsland& island : rating.islands) AddAnchors(island, better);
  return better;
}

RankBands ComputeRankBands(const LeagueRating& rating,
                           const BetterThan& better) {
  std::vector<bool> ranked(rating.bots.size());
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    ranked[i] = rating.bots[i].status != RatingStatus::kUnplayed;
  }
  return ComputeRankBands(better, ranked);
}

RankBands ComputeRankBands(const AdditiveRatings& ratings, double level) {
  const std::size_t bots = ratings.bots.size();
  BetterThan better = NothingKnown(bots);
  std::vector<bool> ranked(bots);
  for (std::size_t i = 0; i < bots; ++i)
    ranked[i] = ratings.bots[i].has_value();
  const auto count =
      static_cast<double>(std::count(ranked.begin(), ranked.end(), true));
  const double together = 1 - (1 - level) / (count * (count - 1) / 2);
  for (std::size_t i = 0; i < bots; ++i) {
    for (std::size_t j = i + 1; j < bots; ++j) {
      if (!ranked[i] || !ranked[j]) continue;
      const std::array terms = {DesignTerm{static_cast<int>(i), 1},
                                DesignTerm{static_cast<int>(j), -1}};
      const std::optional<ContrastEstimate> difference =
          EstimateContrast(ratings.fit, terms, together);
      if (!difference || !(difference->standard_error.value_or(0) > 0)) {
        continue;
      }
      better[i][j] = difference->interval.lo > 0;
      better[j][i] = difference->interval.hi < 0;
    }
  }
  return ComputeRankBands(better, ranked);
}

}  // namespace couillon::stats
