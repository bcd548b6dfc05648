#include "arena/report/data/rating_history.h"

#include <algorithm>

namespace couillon::arena {

std::int64_t MostPointsOf(int bots) {
  constexpr std::int64_t kPointsTimesSquares = kMaxPoints * 64 * 64;
  const std::int64_t square =
      std::max(std::int64_t{1}, std::int64_t{bots} * bots);
  return std::clamp(kPointsTimesSquares / square, std::int64_t{2}, kMaxPoints);
}

std::vector<std::int64_t> HistoryRounds(std::int64_t last, std::int64_t most) {
  const std::int64_t points = std::min(last, most);
  std::vector<std::int64_t> rounds;
  for (std::int64_t i = 1; i <= points; ++i) {
    rounds.push_back((i * last + points - 1) / points);
  }
  return rounds;
}

}  // namespace couillon::arena
