#include "arena/selftest/simulated_league.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

#include "arena/stats/law/distributions.h"
#include "arena/stats/law/splitmix.h"
#include "arena/stats/league/bradley_terry.h"
#include "arena/stats/league/league_rating.h"

namespace couillon::arena {
namespace {

using stats::SplitMix64;

stats::LeagueSums EmptyLeague(const SimulatedLeague& league) {
  stats::LeagueSums sums;
  sums.bots = static_cast<int>(league.strength.size());
  for (int i = 0; i < sums.bots; ++i) {
    for (int j = i + 1; j < sums.bots; ++j) {
      sums.pairings.push_back({i, j, {.denominator = 4}});
    }
  }
  const int pairings = static_cast<int>(sums.pairings.size());
  sums.deals = std::int64_t{league.deals} * (league.same_deals ? 1 : pairings);
  for (int k = 0; league.same_deals && k < pairings; ++k) {
    for (int l = 0; l < k; ++l) sums.crosses.push_back({.k = k, .l = l});
  }
  return sums;
}

double DrawEffect(const SimulatedLeague& league, SplitMix64& random) {
  return league.deal_effect * stats::NormalDraw(random.NextUnit() + 0x1p-54);
}

// Draws the score of a pair, in quarters.
std::int64_t DrawPair(double difference, SplitMix64& random) {
  const double p = stats::WinProbability(difference);
  return 2 * (random.NextUnit() < p ? 1 : 0) +
         2 * (random.NextUnit() < p ? 1 : 0);
}

void DrawSharedDeal(const SimulatedLeague& league, SplitMix64& random,
                    stats::LeagueSums& sums) {
  std::vector<double> now(league.strength);
  for (double& strength : now) strength += DrawEffect(league, random);
  std::vector<std::int64_t> y;
  y.reserve(sums.pairings.size());
  for (stats::Pairing& pairing : sums.pairings) {
    const auto i = static_cast<std::size_t>(pairing.first);
    const auto j = static_cast<std::size_t>(pairing.second);
    y.push_back(DrawPair(now[i] - now[j], random));
    pairing.score.Add(y.back());
  }
  for (stats::CrossSums& cross : sums.crosses) {
    const std::int64_t a = y[static_cast<std::size_t>(cross.k)];
    const std::int64_t b = y[static_cast<std::size_t>(cross.l)];
    ++cross.deals;
    cross.sum_k += a;
    cross.sum_l += b;
    cross.sum_products += a * b;
  }
}

void DrawOwnDeals(const SimulatedLeague& league, SplitMix64& random,
                  stats::Pairing& pairing) {
  const double lead = league.strength[static_cast<std::size_t>(pairing.first)] -
                      league.strength[static_cast<std::size_t>(pairing.second)];
  for (int deal = 0; deal < league.deals; ++deal) {
    const double first = DrawEffect(league, random);
    const double second = DrawEffect(league, random);
    pairing.score.Add(DrawPair(lead + first - second, random));
  }
}

// Returns the expectation of WinProbability(x) for a normal x, by the trapezoid
// rule, whose error is far below that of any league here.
double MeanWinProbability(double mean, double deviation) {
  constexpr double kEnd = 8;  // standard deviations
  constexpr int kSteps = 800;
  double sum = 0;
  double weights = 0;
  for (int step = -kSteps; step <= kSteps; ++step) {
    const double z = kEnd * step / kSteps;
    const double weight = std::exp(-0.5 * z * z);
    sum += weight * stats::WinProbability(mean + deviation * z);
    weights += weight;
  }
  return sum / weights;
}

}  // namespace

stats::LeagueSums DrawLeague(const SimulatedLeague& league,
                             SplitMix64& random) {
  stats::LeagueSums sums = EmptyLeague(league);
  if (league.same_deals) {
    for (int deal = 0; deal < league.deals; ++deal) {
      DrawSharedDeal(league, random, sums);
    }
    return sums;
  }
  for (stats::Pairing& pairing : sums.pairings) {
    DrawOwnDeals(league, random, pairing);
  }
  return sums;
}

std::vector<double> LongRunElo(const SimulatedLeague& league) {
  const double deviation = std::numbers::sqrt2 * league.deal_effect;
  std::vector<stats::ScoreLine> lines;
  for (const stats::Pairing& pairing : EmptyLeague(league).pairings) {
    const double won = MeanWinProbability(
        league.strength[static_cast<std::size_t>(pairing.first)] -
            league.strength[static_cast<std::size_t>(pairing.second)],
        deviation);
    lines.push_back(
        {.i = pairing.first, .j = pairing.second, .won = won, .lost = 1 - won});
  }
  std::vector<double> elo =
      stats::FitByNewton(static_cast<int>(league.strength.size()), lines)
          .strengths;
  const double anchor = elo[0];
  for (double& strength : elo) {
    strength = stats::kEloPerLogStrength * (strength - anchor);
  }
  return elo;
}

}  // namespace couillon::arena
