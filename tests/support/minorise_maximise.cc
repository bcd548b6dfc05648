#include "tests/support/minorise_maximise.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "arena/numbers/stats/law/index.h"
#include "arena/numbers/stats/law/matrix.h"
#include "arena/numbers/stats/law/newton.h"

namespace couillon::stats {
namespace {

double Contests(const PlaceContest& contest) {
  return std::accumulate(contest.won.begin(), contest.won.end(), 0.0);
}

std::vector<double> PlacesWon(const PlaceCounts& counts) {
  std::vector<double> won(Index(counts.bots));
  for (const PlaceContest& contest : counts.contests) {
    for (std::size_t i = 0; i < contest.players.size(); ++i) {
      won[Index(contest.players[i])] += contest.won[i];
    }
  }
  return won;
}

// One iteration of Hunter's: the strengths that maximise the minorising
// function at `strengths`, sum zero.
std::vector<double> MinoriseMaximise(const std::vector<double>& strengths,
                                     const std::vector<double>& won,
                                     const PlaceCounts& counts) {
  std::vector<double> load(strengths.size());
  for (const PlaceContest& contest : counts.contests) {
    double total = 0;
    for (const int bot : contest.players) {
      total += std::exp(strengths[Index(bot)]);
    }
    const double share = Contests(contest) / total;
    for (const int bot : contest.players) load[Index(bot)] += share;
  }
  std::vector<double> next(strengths.size());
  for (std::size_t i = 0; i < next.size(); ++i) {
    next[i] = std::log(won[i] / load[i]);
  }
  Centre(next);
  return next;
}

}  // namespace

StrengthFit FitByMm(int bots, std::span<const ScoreLine> lines,
                    double tolerance, int most_iterations) {
  StrengthFit fit;
  const std::size_t n = Index(bots);
  fit.strengths.assign(n, 0.0);
  std::vector<double> won(n);
  for (const ScoreLine& line : lines) {
    won[Index(line.i)] += line.won;
    won[Index(line.j)] += line.lost;
  }
  if (std::any_of(won.begin(), won.end(), [](double w) { return w <= 0; })) {
    return fit;
  }
  std::vector<double> strength(n, 1.0);
  while (fit.iterations < most_iterations && !fit.converged) {
    std::vector<double> load(n);
    for (const ScoreLine& line : lines) {
      const double share = (line.won + line.lost) /
                           (strength[Index(line.i)] + strength[Index(line.j)]);
      load[Index(line.i)] += share;
      load[Index(line.j)] += share;
    }
    std::vector<double> next(n);
    for (std::size_t i = 0; i < n; ++i) next[i] = std::log(won[i] / load[i]);
    Centre(next);
    double moved = 0;
    for (std::size_t i = 0; i < n; ++i) {
      moved = std::max(moved, std::abs(next[i] - fit.strengths[i]));
      strength[i] = std::exp(next[i]);
    }
    fit.strengths = std::move(next);
    fit.converged = moved <= tolerance;
    ++fit.iterations;
  }
  fit.gradient = LargestSize(ScoreGradient(fit.strengths, lines));
  return fit;
}

StrengthFit FitRanksByMm(const PlaceCounts& counts, double tolerance,
                         int most_iterations) {
  StrengthFit fit;
  fit.strengths.assign(Index(counts.bots), 0.0);
  const std::vector<double> won = PlacesWon(counts);
  const auto none = [](double places) { return places <= 0; };
  if (std::any_of(won.begin(), won.end(), none)) return fit;
  while (fit.iterations < most_iterations && !fit.converged) {
    std::vector<double> next = MinoriseMaximise(fit.strengths, won, counts);
    double moved = 0;
    for (std::size_t i = 0; i < next.size(); ++i) {
      moved = std::max(moved, std::abs(next[i] - fit.strengths[i]));
    }
    fit.strengths = std::move(next);
    fit.converged = moved <= tolerance;
    ++fit.iterations;
  }
  fit.gradient = LargestSize(PlaceGradient(fit.strengths, counts));
  return fit;
}

}  // namespace couillon::stats
