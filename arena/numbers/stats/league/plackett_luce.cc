// Each rank is a set of contests against those behind it, over the random
// orders of ties. Fitted by Newton's method.

#include "arena/numbers/stats/league/plackett_luce.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "arena/numbers/stats/law/index.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/law/newton.h"

namespace couillon::stats {
namespace {

// Collects contests, equal ones as one.
class PlaceCounter {
 public:
  explicit PlaceCounter(int bots) : bots_(bots) {}

  void Add(const RankedTable& table) {
    std::vector<std::size_t> order(table.bots.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return table.results[a] < table.results[b];
    });
    std::vector<int> behind;  // the players of worse ranks
    for (std::size_t begin = 0; begin < order.size();) {
      std::vector<int> tied;
      std::size_t end = begin;
      while (end < order.size() &&
             table.results[order[end]] == table.results[order[begin]]) {
        tied.push_back(table.bots[order[end++]]);
      }
      AddRank(tied, behind);
      behind.insert(behind.end(), tied.begin(), tied.end());
      begin = end;
    }
  }

  PlaceCounts Finish() {
    PlaceCounts counts = {.bots = bots_, .contests = {}};
    for (auto& [players, won] : contests_) {
      counts.contests.push_back({players, std::move(won)});
    }
    return counts;
  }

 private:
  // The players of one rank against each other and those behind them. In a
  // random order of `t` tied players, a given set of `s` of them is what is
  // left at some moment with probability 1 / C(t, s), and each of the set is
  // equally likely to be the next.
  void AddRank(const std::vector<int>& tied, const std::vector<int>& behind) {
    const std::size_t t = tied.size();
    for (std::size_t set = 1; set < std::size_t{1} << t; ++set) {
      std::vector<int> left;
      for (std::size_t i = 0; i < t; ++i) {
        if ((set >> i & 1) != 0) left.push_back(tied[i]);
      }
      const std::size_t s = left.size();
      double chance = 1;
      for (std::size_t i = 0; i < s; ++i) {
        chance *= static_cast<double>(i + 1) / static_cast<double>(t - i);
      }
      AddContest(left, behind, chance);
    }
  }

  void AddContest(const std::vector<int>& candidates,
                  const std::vector<int>& behind, double contests) {
    std::vector<int> players = candidates;
    players.insert(players.end(), behind.begin(), behind.end());
    std::sort(players.begin(), players.end());
    if (players.front() == players.back()) return;  // only one bot is left
    std::vector<double>& won = contests_[players];
    won.resize(players.size());
    for (const int bot : candidates) {
      const auto at = std::lower_bound(players.begin(), players.end(), bot);
      won[static_cast<std::size_t>(at - players.begin())] +=
          contests / static_cast<double>(candidates.size());
    }
  }

  int bots_;
  std::map<std::vector<int>, std::vector<double>> contests_;  // won, by players
};

double FindStrongest(std::span<const double> strengths,
                     const PlaceContest& contest) {
  double strongest = strengths[Index(contest.players.front())];
  for (const int bot : contest.players) {
    strongest = std::max(strongest, strengths[Index(bot)]);
  }
  return strongest;
}

// The chance of each player of a contest to win it.
std::vector<double> ContestChances(std::span<const double> strengths,
                                   const PlaceContest& contest) {
  const double strongest = FindStrongest(strengths, contest);
  std::vector<double> chances;
  double total = 0;
  for (const int bot : contest.players) {
    chances.push_back(std::exp(strengths[Index(bot)] - strongest));
    total += chances.back();
  }
  for (double& chance : chances) chance /= total;
  return chances;
}

double PlaceLogLikelihood(std::span<const double> strengths,
                          const PlaceCounts& counts) {
  double sum = 0;
  for (const PlaceContest& contest : counts.contests) {
    const double strongest = FindStrongest(strengths, contest);
    double total = 0;
    for (const int bot : contest.players) {
      total += std::exp(strengths[Index(bot)] - strongest);
    }
    for (std::size_t i = 0; i < contest.players.size(); ++i) {
      const double lead = strengths[Index(contest.players[i])] - strongest;
      sum += contest.won[i] * (lead - std::log(total));
    }
  }
  return sum;
}

double Contests(const PlaceContest& contest) {
  return std::accumulate(contest.won.begin(), contest.won.end(), 0.0);
}

}  // namespace

PlaceCounts CountPlaces(int bots, std::span<const RankedTable> tables) {
  PlaceCounter counter(bots);
  for (const RankedTable& table : tables) counter.Add(table);
  return counter.Finish();
}

std::vector<double> PlaceGradient(std::span<const double> strengths,
                                  const PlaceCounts& counts) {
  std::vector<double> gradient(strengths.size());
  for (const PlaceContest& contest : counts.contests) {
    const std::vector<double> chances = ContestChances(strengths, contest);
    // What a got that b should have had, for every two: no cancellation when
    // nearly everything is won or lost, and the sum is zero.
    for (std::size_t a = 0; a < chances.size(); ++a) {
      for (std::size_t b = a + 1; b < chances.size(); ++b) {
        if (contest.players[a] == contest.players[b]) continue;
        const double excess =
            contest.won[a] * chances[b] - contest.won[b] * chances[a];
        gradient[Index(contest.players[a])] += excess;
        gradient[Index(contest.players[b])] -= excess;
      }
    }
  }
  return gradient;
}

Matrix PlaceCurvature(std::span<const double> strengths,
                      const PlaceCounts& counts) {
  Matrix curvature(strengths.size(), strengths.size());
  for (const PlaceContest& contest : counts.contests) {
    const std::vector<double> chances = ContestChances(strengths, contest);
    const double contests = Contests(contest);
    for (std::size_t a = 0; a < chances.size(); ++a) {
      for (std::size_t b = a + 1; b < chances.size(); ++b) {
        const std::size_t i = Index(contest.players[a]);
        const std::size_t j = Index(contest.players[b]);
        if (i == j) continue;
        const double weight = contests * chances[a] * chances[b];
        curvature(i, i) += weight;
        curvature(j, j) += weight;
        curvature(i, j) -= weight;
        curvature(j, i) -= weight;
      }
    }
  }
  return curvature;
}

StrengthFit FitRanksByNewton(const PlaceCounts& counts) {
  StrengthFit fit;
  fit.strengths.assign(Index(counts.bots), 0.0);
  if (fit.strengths.size() < 2) {
    fit.converged = true;
    return fit;
  }
  for (; fit.iterations < kMaxNewtonSteps && !fit.converged; ++fit.iterations) {
    const Matrix inverse =
        SumZeroInverse(PlaceCurvature(fit.strengths, counts));
    if (inverse.rows() == 0) break;
    const std::vector<double> step =
        Product(inverse, PlaceGradient(fit.strengths, counts));
    fit.converged = TakeNewtonStep(
                        [&](std::span<const double> strengths) {
                          return PlaceLogLikelihood(strengths, counts);
                        },
                        step, fit.strengths) < kSmallNewtonStep;
  }
  Centre(fit.strengths);
  fit.gradient = LargestSize(PlaceGradient(fit.strengths, counts));
  return fit;
}

}  // namespace couillon::stats
