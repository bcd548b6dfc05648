#include "tests/support/deal_race.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "arena/numbers/stats/pairs/elo.h"

namespace couillon::stats {

double RaceWinProbability(double p, int need, int opponent_need) {
  if (need <= 0) return 1;
  if (opponent_need <= 0) return 0;
  // f(a, b) = p f(a-1, b) + (1-p) f(a, b-1) row by row, from f(0, b) = 1 and
  // f(a, 0) = 0.
  const int rows = std::min(need, kLongestRace);
  const auto columns =
      static_cast<std::size_t>(std::min(opponent_need, kLongestRace));
  std::vector<double> row(columns + 1, 1);
  for (int a = 1; a <= rows; ++a) {
    row[0] = 0;
    for (std::size_t b = 1; b <= columns; ++b) {
      row[b] = p * row[b] + (1 - p) * row[b - 1];
    }
  }
  return row[columns];
}

double MatchEloOf(double deal_elo, int deals) {
  // From the weaker side's probability, which keeps its precision near 0.
  const double weaker =
      RaceWinProbability(ScoreOfElo(-std::abs(deal_elo)), deals, deals);
  const double elo = EloOfScore(weaker);
  return deal_elo < 0 ? elo : -elo;
}

}  // namespace couillon::stats
