// Every small table of results, of every kind of league: no width of zero, no
// rank that a few deals settle, and no claim that gets weaker by more of the
// same results.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/league/additive.h"
#include "arena/numbers/stats/league/league.h"
#include "arena/numbers/stats/league/rank_bands.h"
#include "arena/numbers/stats/pairs/pair_sums.h"

namespace couillon::stats {
namespace {

constexpr double kLevel = 0.95;
// All of fewer decisive deals go one way in over 5% of leagues of equal bots.
constexpr std::int64_t kFewestForARank = 6;

// The results of a meeting: wins and losses by a point, and draws.
struct Cells {
  std::int64_t won = 0;
  std::int64_t drawn = 0;
  std::int64_t lost = 0;
};

std::vector<Cells> AllCells(std::int64_t most) {
  std::vector<Cells> cells;
  for (std::int64_t won = 0; won <= most; ++won) {
    for (std::int64_t drawn = 0; won + drawn <= most; ++drawn) {
      for (std::int64_t lost = 0; won + drawn + lost <= most; ++lost) {
        cells.push_back({.won = won, .drawn = drawn, .lost = lost});
      }
    }
  }
  return cells;
}

PairSums SumsOf(const Cells& cells, ResultScale scale, std::int64_t times) {
  const bool points = scale == ResultScale::kPoints;
  PairSums sums{.denominator = 4};
  sums.Add(4, times * cells.won);
  sums.Add(points ? 0 : 2, times * cells.drawn);
  sums.Add(points ? -4 : 0, times * cells.lost);
  return sums;
}

// What a kind of league claims.
struct Claims {
  std::vector<Interval> intervals;  // with an error
  std::vector<std::optional<double>> numbers;
  RankBands ranks;
};

// A kind of league, with so many meetings.
struct Kind {
  std::string name;
  std::size_t meetings = 0;
  std::function<Claims(const std::vector<Cells>&, std::int64_t times)> rate;
};

Kind League(std::string name, std::vector<std::pair<int, int>> pairings,
            ResultScale scale) {
  const std::size_t meetings = pairings.size();
  const auto rate = [pairings = std::move(pairings), scale](
                        const std::vector<Cells>& cells, std::int64_t times) {
    LeagueSums sums;
    for (std::size_t k = 0; k < pairings.size(); ++k) {
      const auto& [first, second] = pairings[k];
      sums.bots = std::max(sums.bots, std::max(first, second) + 1);
      sums.pairings.push_back({first, second, SumsOf(cells[k], scale, times)});
      sums.deals += sums.pairings.back().score.pairs;
    }
    const bool points = scale == ResultScale::kPoints;
    const LeagueRating rating = RateLeague(
        sums,
        {.level = kLevel, .scale = scale, .virtual_lead = points ? 1 : 0.5});
    Claims claims;
    for (const BotRating& bot : rating.bots) {
      claims.numbers.insert(claims.numbers.end(),
                            {bot.value, bot.standard_error, bot.bound});
      claims.intervals.push_back(bot.interval);
    }
    claims.ranks = ComputeRankBands(
        rating, KnownBetter(rating, ComputeCriticalValue(rating, kLevel, 500)));
    return claims;
  };
  return {std::move(name), meetings, rate};
}

Claims ClaimsOf(const AdditiveRatings& ratings) {
  Claims claims;
  for (const std::optional<ContrastEstimate>& bot : ratings.bots) {
    if (!bot) continue;
    claims.numbers.insert(claims.numbers.end(),
                          {bot->value, bot->standard_error});
    claims.intervals.push_back(bot->interval);
  }
  claims.ranks = ComputeRankBands(ratings, kLevel);
  return claims;
}

Kind Individual(std::string name, ResultScale scale) {
  return {std::move(name), 3,
          [scale](const std::vector<Cells>& cells, std::int64_t times) {
            constexpr std::array<std::array<int, 4>, 3> kTables = {
                {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2}}};
            std::vector<TeamSums> sums;
            for (std::size_t k = 0; k < kTables.size(); ++k) {
              const auto& [a, b, c, d] = kTables[k];
              sums.push_back(
                  {.team = {a, b},
                   .opponents = {c, d},
                   .score = SumsOf(cells[k], ResultScale::kScore, times),
                   .points = SumsOf(cells[k], ResultScale::kPoints, times)});
            }
            return ClaimsOf(RateTeamSums(4, sums, scale, kLevel));
          }};
}

// Everybody alone: a deal that is won gives the first bot a point more.
Kind Tables() {
  return {"tables", 3, [](const std::vector<Cells>& cells, std::int64_t times) {
            std::vector<SoloResult> results;
            std::int64_t deal = 0;
            const auto add = [&](std::size_t k, double points) {
              const int first = static_cast<int>(k);
              const int second = (first + 1) % 3;
              results.push_back({.deal = deal,
                                 .bot = first,
                                 .opponents = {second},
                                 .game_points = points});
              results.push_back({.deal = deal++,
                                 .bot = second,
                                 .opponents = {first},
                                 .game_points = -points});
            };
            for (std::size_t k = 0; k < 3; ++k) {
              for (std::int64_t i = 0; i < times * cells[k].won; ++i) add(k, 1);
              for (std::int64_t i = 0; i < times * cells[k].drawn; ++i) {
                add(k, 0);
              }
              for (std::int64_t i = 0; i < times * cells[k].lost; ++i) {
                add(k, -1);
              }
            }
            return ClaimsOf(RateSolo({.bots = 3, .seats = 1}, results, kLevel));
          }};
}

std::vector<Kind> AllKinds() {
  std::vector<Kind> kinds;
  for (const auto& [scale, name] :
       {std::pair(ResultScale::kPoints, " points"),
        std::pair(ResultScale::kScore, " scores")}) {
    kinds.push_back(League(std::string("two bots,") + name, {{0, 1}}, scale));
    kinds.push_back(League(std::string("three bots,") + name,
                           {{0, 1}, {0, 2}, {1, 2}}, scale));
    kinds.push_back(League(std::string("gauntlet,") + name,
                           {{0, 1}, {0, 2}, {0, 3}}, scale));
    kinds.push_back(Individual(std::string("individual,") + name, scale));
  }
  kinds.push_back(Tables());
  return kinds;
}

// Calls see(cells) with all tables of results of a few deals per meeting.
void ForEachTable(const Kind& kind,
                  const std::function<void(const std::vector<Cells>&)>& see) {
  const std::vector<Cells> all = AllCells(kind.meetings == 1 ? 12 : 2);
  std::vector<std::size_t> at(kind.meetings);
  while (at.back() < all.size()) {
    std::vector<Cells> cells;
    cells.reserve(at.size());
    for (const std::size_t index : at) cells.push_back(all[index]);
    see(cells);
    for (std::size_t i = 0; i < at.size(); ++i) {
      if (++at[i] < all.size() || i + 1 == at.size()) break;
      at[i] = 0;
    }
  }
}

std::string Name(const Kind& kind, const std::vector<Cells>& cells,
                 std::int64_t times) {
  std::string name = kind.name + ":";
  for (const Cells& of : cells) {
    name += " " + std::to_string(of.won) + "-" + std::to_string(of.drawn) +
            "-" + std::to_string(of.lost);
  }
  return name + " x" + std::to_string(times);
}

void ExpectSound(const Claims& claims) {
  for (const Interval& interval : claims.intervals) {
    EXPECT_LT(interval.lo, interval.hi);
  }
  for (const std::optional<double>& number : claims.numbers) {
    if (!number) continue;
    EXPECT_TRUE(std::isfinite(*number));
    EXPECT_FALSE(*number == 0 && std::signbit(*number));
    // A difference of equal bots is 0, and not the rounding error of a fit.
    EXPECT_TRUE(*number == 0 || std::abs(*number) > 1e-8);
  }
}

TEST(FewDealsTest, NoSmallTableGivesCertaintyOrAWidthOfZero) {
  for (const Kind& kind : AllKinds()) {
    ForEachTable(kind, [&](const std::vector<Cells>& cells) {
      SCOPED_TRACE(Name(kind, cells, 1));
      const Claims claims = kind.rate(cells, 1);
      ExpectSound(claims);
      std::int64_t decisive = 0;
      for (const Cells& of : cells) decisive += of.won + of.lost;
      if (decisive >= kFewestForARank) return;
      int ranked = 0;
      for (const auto& band : claims.ranks) ranked += band ? 1 : 0;
      for (const auto& band : claims.ranks) {
        if (!band) continue;
        EXPECT_EQ(band->best, 1);
        EXPECT_EQ(band->worst, ranked);
      }
    });
  }
}

TEST(FewDealsTest, MoreOfTheSameResultsWeakensNoRank) {
  for (const Kind& kind : AllKinds()) {
    int tables = 0;
    ForEachTable(kind, [&](const std::vector<Cells>& cells) {
      // One table of four is enough, and takes a quarter of the time.
      if (kind.meetings > 1 && ++tables % 4 != 0) return;
      RankBands before;
      for (const std::int64_t times : {1, 2, 5, 13, 40}) {
        SCOPED_TRACE(Name(kind, cells, times));
        const Claims claims = kind.rate(cells, times);
        ExpectSound(claims);
        for (std::size_t bot = 0; bot < before.size(); ++bot) {
          if (!before[bot]) continue;
          ASSERT_TRUE(claims.ranks[bot].has_value());
          EXPECT_GE(claims.ranks[bot]->best, before[bot]->best);
          EXPECT_LE(claims.ranks[bot]->worst, before[bot]->worst);
        }
        before = claims.ranks;
      }
    });
  }
}

// The bot wins more and more against one bot, and is level with another.
TEST(FewDealsTest, MoreWinsInOnePairingWeakenNoClaim) {
  for (const ResultScale scale : {ResultScale::kScore, ResultScale::kPoints}) {
    double before = 0;
    for (std::int64_t won = 3; won <= 100; ++won) {
      LeagueSums sums{.bots = 3};
      const std::array<Cells, 2> cells = {
          {{.won = won, .lost = 1}, {.won = 30, .lost = 30}}};
      for (int other = 1; other <= 2; ++other) {
        sums.pairings.push_back(
            {.first = 0,
             .second = other,
             .score = SumsOf(cells[static_cast<std::size_t>(other) - 1], scale,
                             /*times=*/1)});
        sums.deals += sums.pairings.back().score.pairs;
      }
      const LeagueRating rating = RateLeague(
          sums, {.level = kLevel,
                 .scale = scale,
                 .virtual_lead = scale == ResultScale::kPoints ? 1 : 0.5});
      const std::optional<RatingDifference> difference =
          DifferenceBetween(rating, 0, 1, kLevel);
      ASSERT_TRUE(difference && difference->superiority);
      EXPECT_GE(*difference->superiority, before) << won;
      before = *difference->superiority;
    }
    EXPECT_GT(before, 0.99);
  }
}

}  // namespace
}  // namespace couillon::stats
