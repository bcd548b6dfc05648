// Draws by inversion of uniform numbers, so that a seed gives the same results
// with every compiler and library.
#include "arena/measure/selftest/simulations.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "arena/numbers/stats/law/distributions.h"
#include "arena/numbers/stats/league/bradley_terry.h"
#include "arena/numbers/stats/league/cross_table.h"

namespace couillon::arena {

using stats::SplitMix64;

double MeanOfLaw(const CellLaw& law) {
  double mean = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    mean += law[i] * static_cast<double>(i) / 4;
  }
  return mean;
}

double SdOfLaw(const CellLaw& law) {
  const double mean = MeanOfLaw(law);
  double variance = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    const double d = static_cast<double>(i) / 4 - mean;
    variance += law[i] * d * d;
  }
  return std::sqrt(variance);
}

std::int64_t DrawQuarters(const CellLaw& law, stats::SplitMix64& random) {
  double u = random.NextUnit();
  for (std::size_t i = 0; i < 4; ++i) {
    u -= law[i];
    if (u < 0) return static_cast<std::int64_t>(i);
  }
  return 4;
}

stats::PairSums DrawPairs(const CellLaw& law, int n,
                          stats::SplitMix64& random) {
  std::array<std::int64_t, 5> counts{};
  for (int i = 0; i < n; ++i) {
    ++counts[static_cast<std::size_t>(DrawQuarters(law, random))];
  }
  return stats::SumsOfCells(counts);
}

CellLaw Tilt(const CellLaw& law, double effect) {
  double lo = -20;
  double hi = 20;
  CellLaw tilted{};
  for (int step = 0; step < 100; ++step) {
    const double h = 0.5 * (lo + hi);
    double total = 0;
    for (std::size_t i = 0; i < 5; ++i) {
      tilted[i] = law[i] * std::exp(h * (static_cast<double>(i) / 4 - 0.5));
      total += tilted[i];
    }
    for (double& p : tilted) p /= total;
    ((MeanOfLaw(tilted) - 0.5) / SdOfLaw(tilted) < effect ? lo : hi) = h;
  }
  return tilted;
}

std::vector<NamedLaw> NullLaws() {
  return {{"results typical of cards", {0.08, 0.12, 0.60, 0.12, 0.08}},
          {"results typical of chess", {0.05, 0.20, 0.50, 0.20, 0.05}},
          {"no draws", {0.25, 0.0, 0.50, 0.0, 0.25}},
          {"close bots", {0.0, 0.08, 0.84, 0.08, 0.0}},
          {"rare decisions", {0.004, 0.006, 0.98, 0.006, 0.004}}};
}

std::vector<std::size_t> ArrivalOrder(const std::vector<std::int64_t>& quarters,
                                      std::size_t in_flight) {
  std::vector<double> done_at;
  std::vector<double> slots(in_flight, 0.0);
  for (const std::int64_t x : quarters) {
    const auto slot = std::min_element(slots.begin(), slots.end());
    *slot += x < 2 ? 3.0 : 1.0;
    done_at.push_back(*slot);
  }
  std::vector<std::size_t> arrival(quarters.size());
  std::iota(arrival.begin(), arrival.end(), std::size_t{0});
  std::stable_sort(arrival.begin(), arrival.end(),
                   [&](auto a, auto b) { return done_at[a] < done_at[b]; });
  return arrival;
}

namespace {

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

// The difference of strength between the bots of a pairing, apart from deals.
double LeadOf(const SimulatedLeague& league, const stats::Pairing& pairing) {
  double lead = league.strength[static_cast<std::size_t>(pairing.first)] -
                league.strength[static_cast<std::size_t>(pairing.second)];
  if (pairing.second == pairing.first + 1 && pairing.second < 3) {
    lead += league.circle;
  }
  if (pairing.first == 0 && pairing.second == 2) lead -= league.circle;
  return lead;
}

bool PlaysAlike(const SimulatedLeague& league, SplitMix64& random) {
  return league.copied > 0 && random.NextUnit() < league.copied;
}

constexpr std::int64_t kSplit = 2;       // of two seatings, in quarters
constexpr std::int64_t kNotPlayed = -1;  // the pairing does not play the deal

// Draws the scores of all pairings on one deal, in quarters.
std::vector<std::int64_t> DrawScores(const SimulatedLeague& league, int deal,
                                     SplitMix64& random,
                                     const stats::LeagueSums& sums) {
  std::vector<double> effects(league.strength.size());
  for (double& effect : effects) effect = DrawEffect(league, random);
  const bool alike = PlaysAlike(league, random);
  const bool without_last =
      league.deals_of_last > 0 && deal >= league.deals_of_last;
  std::vector<std::int64_t> scores;
  std::vector<std::int64_t> of_first(league.strength.size(), kSplit);
  for (const stats::Pairing& pairing : sums.pairings) {
    const auto i = static_cast<std::size_t>(pairing.first);
    const auto j = static_cast<std::size_t>(pairing.second);
    std::int64_t score =
        DrawPair(LeadOf(league, pairing) + effects[i] - effects[j], random);
    if (alike && i == 0 && j == 1) score = kSplit;
    if (i == 0) of_first[j] = score;
    if (alike && i == 1) score = of_first[j];
    if (without_last && j + 1 == league.strength.size()) score = kNotPlayed;
    scores.push_back(score);
  }
  return scores;
}

void DrawSharedDeal(const SimulatedLeague& league, int deal, SplitMix64& random,
                    stats::LeagueSums& sums) {
  const std::vector<std::int64_t> y = DrawScores(league, deal, random, sums);
  for (std::size_t k = 0; k < y.size(); ++k) {
    if (y[k] != kNotPlayed) sums.pairings[k].score.Add(y[k]);
  }
  for (stats::CrossSums& cross : sums.crosses.listed()) {
    const std::int64_t a = y[static_cast<std::size_t>(cross.k)];
    const std::int64_t b = y[static_cast<std::size_t>(cross.l)];
    if (a == kNotPlayed || b == kNotPlayed) continue;
    ++cross.deals;
    cross.sum_k += a;
    cross.sum_l += b;
    cross.sum_products += a * b;
  }
}

// The number of deals that the two bots play against each other.
int OwnDeals(const SimulatedLeague& league, const stats::Pairing& pairing) {
  const auto last = static_cast<int>(league.strength.size()) - 1;
  if (league.deals_of_last > 0 && pairing.second == last) {
    return league.deals_of_last;
  }
  if (league.deals_of_first_two > 0 && pairing.second == 1) {
    return league.deals_of_first_two;
  }
  return league.deals;
}

void DrawOwnDeals(const SimulatedLeague& league, SplitMix64& random,
                  stats::Pairing& pairing) {
  const double lead = LeadOf(league, pairing);
  const int deals = OwnDeals(league, pairing);
  const bool first_two = pairing.first == 0 && pairing.second == 1;
  for (int deal = 0; deal < deals; ++deal) {
    const double first = DrawEffect(league, random);
    const double second = DrawEffect(league, random);
    const std::int64_t score = DrawPair(lead + first - second, random);
    const bool alike = first_two && PlaysAlike(league, random);
    pairing.score.Add(alike ? kSplit : score);
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

std::vector<double> Ladder(int bots, double total) {
  std::vector<double> strength;
  strength.reserve(static_cast<std::size_t>(bots));
  for (int i = 0; i < bots; ++i) strength.push_back(total * i / (bots - 1));
  return strength;
}

stats::LeagueSums DrawLeague(const SimulatedLeague& league,
                             SplitMix64& random) {
  stats::LeagueSums sums = EmptyLeague(league);
  if (league.same_deals) {
    for (int deal = 0; deal < league.deals; ++deal) {
      DrawSharedDeal(league, deal, random, sums);
    }
    return sums;
  }
  sums.deals = 0;
  for (stats::Pairing& pairing : sums.pairings) {
    DrawOwnDeals(league, random, pairing);
    sums.deals += pairing.score.pairs;
  }
  return sums;
}

std::vector<double> LongRunElo(const SimulatedLeague& league) {
  const double deviation = std::numbers::sqrt2 * league.deal_effect;
  std::vector<stats::ScoreLine> lines;
  std::vector<double> of_first(league.strength.size(), 0.5);
  for (const stats::Pairing& pairing : EmptyLeague(league).pairings) {
    double won = MeanWinProbability(LeadOf(league, pairing), deviation);
    if (pairing.first == 0) {
      of_first[static_cast<std::size_t>(pairing.second)] = won;
    }
    if (pairing.first == 1 || pairing.second == 1) {
      const double copy =
          pairing.first == 0
              ? 0.5
              : of_first[static_cast<std::size_t>(pairing.second)];
      const bool copies = league.same_deals || pairing.first == 0;
      if (copies) won += league.copied * (copy - won);
    }
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
