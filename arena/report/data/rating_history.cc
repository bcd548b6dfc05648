// Rates all results up to a round, and keeps the points of the bots that share
// one zero.
#include "arena/report/data/rating_history.h"

#include <algorithm>
#include <cstddef>

#include "arena/league/store/running_sums.h"
#include "arena/report/data/rating_table.h"
#include "arena/report/data/table_ratings.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

// The island whose zero the points have: the anchor's, else the one with more
// than half of the bots that have played. Null if there is none.
std::optional<std::size_t> ShownIsland(const stats::LeagueRating& rating,
                                       const std::optional<int>& anchor) {
  std::size_t played = 0;
  for (const stats::BotRating& bot : rating.bots) {
    if (bot.status != stats::RatingStatus::kUnplayed) ++played;
  }
  for (std::size_t i = 0; i < rating.islands.size(); ++i) {
    const stats::LeagueIsland& island = rating.islands[i];
    if (anchor ? island.anchor == anchor : 2 * island.bots.size() > played) {
      return i;
    }
  }
  return std::nullopt;
}

void AddPoints(std::int64_t round, const stats::LeagueRating& rating,
               const std::optional<int>& anchor, RatingHistory& history) {
  const std::optional<std::size_t> shown = ShownIsland(rating, anchor);
  history.rounds.push_back(round);
  for (std::size_t bot = 0; bot < history.points.size(); ++bot) {
    const stats::BotRating& of = rating.bots[bot];
    std::optional<RatingPoint>& point =
        history.points[bot].emplace_back(std::nullopt);
    if (!of.value || shown != static_cast<std::size_t>(of.island)) continue;
    point = RatingPoint{.value = *of.value, .interval = of.interval};
  }
}

}  // namespace

HistoryBuilder::HistoryBuilder(const v1::LeagueConfig& config,
                               std::span<const CompiledRules> rules,
                               stats::ResultScale scale, const RatingZero& zero,
                               stats::LeagueErrors errors)
    : config_(config), rules_(rules), zero_(zero), errors_(errors) {
  for (const v1::LeagueRuleset& ruleset : config.rulesets()) {
    histories_.push_back(
        {.ruleset = ruleset.spec(),
         .scale = scale,
         .points = std::vector<std::vector<std::optional<RatingPoint>>>(
             static_cast<std::size_t>(config.bots_size()))});
  }
}

void HistoryBuilder::Add(std::int64_t round, const RunningSums& sums) {
  for (std::size_t i = 0; i < histories_.size(); ++i) {
    AddPoints(round,
              StandingsOfSums(config_, rules_, histories_[i].scale, sums, i,
                              zero_, errors_),
              zero_.anchor, histories_[i]);
  }
}

void HistoryBuilder::AddLast(std::int64_t round,
                             const std::vector<RatingTable>& rulesets) {
  for (std::size_t i = 0; i < histories_.size(); ++i) {
    AddPoints(round, rulesets[i].sheet.rating, zero_.anchor, histories_[i]);
  }
}

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
