#include "arena/numbers/stats/league/rank_bands.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>

#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/league/bradley_terry.h"
#include "arena/numbers/stats/league/league.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/result_scale.h"

namespace couillon::stats {
namespace {

constexpr double kBandLevel = 0.95;
constexpr std::int64_t kDraws = 2'000;

RankBand Band(int best, int worst) { return {.best = best, .worst = worst}; }

RankBands BandsOfLeague(const LeagueSums& sums, const LeagueOptions& options) {
  const LeagueRating rating = RateLeague(sums, options);
  return ComputeRankBands(
      rating,
      KnownBetter(rating, ComputeCriticalValue(rating, options.level, kDraws)));
}

// Games on deals of their own, of which the first bot wins `wins`.
void AddGames(int first, int second, std::int64_t wins, std::int64_t losses,
              LeagueSums& sums) {
  Pairing pairing{
      .first = first, .second = second, .score = {.denominator = 4}};
  pairing.score.Add(4, wins);
  pairing.score.Add(0, losses);
  sums.deals += pairing.score.pairs;
  sums.pairings.push_back(pairing);
}

TEST(BandsOfTest, EveryClaimTakesARankFromTwoBots) {
  // 0 is better than 1 and 2; 3 has not played.
  const BetterThan better = {{false, true, true, false},
                             {false, false, false, false},
                             {false, false, false, false},
                             {false, false, false, false}};
  EXPECT_EQ(ComputeRankBands(better, {true, true, true, false}),
            (RankBands{Band(1, 1), Band(2, 3), Band(2, 3), std::nullopt}));
}

TEST(BandsOfTest, WithoutClaimsAllRanksAreOpen) {
  const BetterThan nothing(3, std::vector<bool>(3));
  EXPECT_EQ(ComputeRankBands(nothing, {true, true, true}),
            RankBands(3, Band(1, 3)));
  EXPECT_EQ(ComputeRankBands(BetterThan{{false}}, {true}),
            RankBands{Band(1, 1)});
  EXPECT_TRUE(ComputeRankBands(BetterThan(), {}).empty());
}

TEST(RankBandsTest, BotsOfOtherIslandsMayHaveAnyRank) {
  LeagueSums sums{.bots = 5};  // 4 has no game
  AddGames(0, 1, 300, 100, sums);
  AddGames(2, 3, 200, 200, sums);
  EXPECT_EQ(BandsOfLeague(sums, {.level = kBandLevel}),
            (RankBands{Band(1, 3), Band(2, 4), Band(1, 4), Band(1, 4),
                       std::nullopt}));
}

TEST(RankBandsTest, IslandsShareTheConfidence) {
  LeagueSums one{.bots = 2};
  AddGames(0, 1, 300, 100, one);
  LeagueSums two{.bots = 4};
  AddGames(0, 1, 300, 100, two);
  AddGames(2, 3, 300, 100, two);
  const auto critical = [](const LeagueSums& sums) {
    return *ComputeCriticalValue(RateLeague(sums, {.level = kBandLevel}),
                                 kBandLevel, 100'000);
  };
  EXPECT_NEAR(critical(one), 1.960, 0.02);
  EXPECT_NEAR(critical(two), 2.241, 0.02) << "97.5% for each";
}

TEST(RankBandsTest, TheChoiceOfTheAnchorChangesNoRank) {
  LeagueSums sums{.bots = 4};
  AddGames(0, 1, 260, 140, sums);
  AddGames(1, 2, 205, 195, sums);
  AddGames(0, 2, 250, 150, sums);
  AddGames(2, 3, 300, 100, sums);
  AddGames(1, 3, 10, 5, sums);
  const RankBands bands = BandsOfLeague(sums, {.level = kBandLevel});
  EXPECT_EQ(bands, (RankBands{Band(1, 1), Band(2, 3), Band(2, 3), Band(4, 4)}));
  for (int anchor = 0; anchor < 4; ++anchor) {
    EXPECT_EQ(BandsOfLeague(sums, {.level = kBandLevel, .anchor = anchor}),
              bands);
  }
}

TEST(RankBandsTest, WonGamesAloneAreNoRank) {
  LeagueSums sums{.bots = 3};
  AddGames(0, 1, 5, 0, sums);
  AddGames(1, 2, 300, 100, sums);
  EXPECT_EQ(BandsOfLeague(sums, {.level = kBandLevel}),
            (RankBands{Band(1, 3), Band(1, 2), Band(2, 3)}));
}

TEST(RankBandsTest, AnchorsAreRankedAsGiven) {
  LeagueSums sums{.bots = 3};
  AddGames(0, 1, 20, 20, sums);
  AddGames(1, 2, 20, 20, sums);
  LeagueOptions options{.level = kBandLevel};
  options.ties.anchors = {{0, 0.1}, {2, 0.0}};
  EXPECT_EQ(BandsOfLeague(sums, options),
            (RankBands{Band(1, 2), Band(1, 3), Band(2, 3)}));
}

// A league in which every two bots meet in mirrored pairs.
LeagueSums DrawRoundRobin(const std::vector<double>& strengths, int pairs,
                          SplitMix64& random) {
  const auto bots = static_cast<int>(strengths.size());
  LeagueSums sums{.bots = bots};
  for (int i = 0; i < bots; ++i) {
    for (int j = i + 1; j < bots; ++j) {
      const double win = WinProbability(strengths[static_cast<std::size_t>(i)] -
                                        strengths[static_cast<std::size_t>(j)]);
      Pairing pairing{.first = i, .second = j, .score = {.denominator = 4}};
      for (int pair = 0; pair < pairs; ++pair) {
        pairing.score.Add((random.NextUnit() < win ? 2 : 0) +
                          (random.NextUnit() < win ? 2 : 0));
      }
      sums.deals += pairs;
      sums.pairings.push_back(pairing);
    }
  }
  return sums;
}

// Whether every band holds all ranks that are right for its bot: those of equal
// bots in any order.
bool AllCover(const RankBands& bands, const std::vector<double>& strengths) {
  for (std::size_t i = 0; i < strengths.size(); ++i) {
    int best = 1;
    auto worst = static_cast<int>(strengths.size());
    for (const double other : strengths) {
      best += other > strengths[i] ? 1 : 0;
      worst -= other < strengths[i] ? 1 : 0;
    }
    if (!bands[i] || bands[i]->best > best || bands[i]->worst < worst) {
      return false;
    }
  }
  return true;
}

// Adds as many pairs of each pairing as DrawRoundRobin does.
void Grow(const LeagueSums& more, LeagueSums& sums) {
  if (sums.pairings.empty()) {
    sums = more;
    return;
  }
  sums.deals += more.deals;
  for (std::size_t k = 0; k < sums.pairings.size(); ++k) {
    ASSERT_TRUE(sums.pairings[k].score.Merge(more.pairings[k].score));
  }
}

struct FalseMarks {
  int at_every_look = 0;  // leagues with a false mark at any look
  int at_fixed_looks = 0;
};

// Leagues of equal bots, looked at whenever each pairing has played 20 more
// pairs. `newcomer`: the last bot joins after five looks.
FalseMarks CountFalseMarks(int leagues, bool newcomer, std::uint64_t seed) {
  constexpr int kBots = 5;
  SplitMix64 random(seed);
  const auto has_marks = [](const BetterThan& better) {
    return better != BetterThan(kBots, std::vector<bool>(kBots));
  };
  FalseMarks count;
  for (int league = 0; league < leagues; ++league) {
    LeagueSums sums;
    bool every = false;
    bool fixed = false;
    for (int look = 0; look < 20; ++look) {
      LeagueSums more =
          DrawRoundRobin(std::vector<double>(kBots, 0.0), 20, random);
      if (newcomer && look < 5) {
        for (Pairing& pairing : more.pairings) {
          if (pairing.second == kBots - 1) pairing.score = {.denominator = 4};
        }
      }
      Grow(more, sums);
      const LeagueRating rating = RateLeague(sums, {.level = kBandLevel});
      every = every || has_marks(KnownBetter(
                           rating,
                           EveryLook{.error = 0.05,
                                     .joined = {0, 0, 0, 0, newcomer ? 1 : 0}},
                           /*typical=*/50));
      fixed = fixed || has_marks(KnownBetter(
                           rating, ComputeCriticalValue(rating, kBandLevel,
                                                        /*most_draws=*/400)));
    }
    count.at_every_look += every ? 1 : 0;
    count.at_fixed_looks += fixed ? 1 : 0;
  }
  return count;
}

TEST(RankBandsTest, MarksAtEveryLookAreRarelyEverFalse) {
  constexpr int kLeagues = 150;
  for (const bool newcomer : {false, true}) {
    const FalseMarks count = CountFalseMarks(kLeagues, newcomer, 5);
    EXPECT_LE(count.at_every_look, 0.05 * kLeagues);
    // What the rule is for: looks at marks for a fixed number of deals.
    EXPECT_GE(count.at_fixed_looks, 0.12 * kLeagues);
  }
}

TEST(RankBandsTest, MarksAtEveryLookFindADifferenceWithMoreDeals) {
  SplitMix64 random(6);
  const std::vector<double> strengths = {0.0, 0.0, 0.25};
  LeagueSums sums;
  int fixed = 0;
  int every = 0;
  for (int look = 1; look <= 100 && every == 0; ++look) {
    Grow(DrawRoundRobin(strengths, 20, random), sums);
    const LeagueRating rating = RateLeague(sums, {.level = kBandLevel});
    if (fixed == 0 &&
        KnownBetter(rating, ComputeCriticalValue(rating, kBandLevel,
                                                 /*most_draws=*/2000))[2][0]) {
      fixed = look;
    }
    if (KnownBetter(rating, EveryLook{.error = 0.05, .joined = {0, 0, 0}},
                    /*typical=*/50)[2][0]) {
      every = look;
    }
  }
  EXPECT_GT(fixed, 0);
  EXPECT_GT(every, fixed);
  EXPECT_LT(every, 60);
}

struct Simulation {
  double covered = 0;  // share of leagues whose bands are all right
  double width = 0;    // mean number of ranks in a band
};

Simulation Simulate(const std::vector<double>& strengths, int pairs,
                    std::uint64_t seed) {
  constexpr int kRuns = 600;
  SplitMix64 random(seed);
  Simulation simulation;
  for (int run = 0; run < kRuns; ++run) {
    const RankBands bands = BandsOfLeague(
        DrawRoundRobin(strengths, pairs, random), {.level = kBandLevel});
    simulation.covered += AllCover(bands, strengths) ? 1.0 / kRuns : 0;
    for (const std::optional<RankBand>& band : bands) {
      simulation.width += (band->worst - band->best + 1.0) /
                          (kRuns * static_cast<double>(bands.size()));
    }
  }
  return simulation;
}

// Nominal 95%, less three standard errors of 600 leagues.
constexpr double kMin = 0.95 - 0.027;

TEST(RankBandsTest, AllBandsOfEqualBotsHoldTogetherAsOftenAsClaimed) {
  const Simulation equal = Simulate(std::vector<double>(6, 0.0), 100, 1);
  EXPECT_GE(equal.covered, kMin);
  EXPECT_LE(equal.covered, 0.98) << "too cautious";
  EXPECT_GT(equal.width, 5.8);
}

TEST(RankBandsTest, AllBandsOfALadderHoldTogetherAsOftenAsClaimed) {
  const Simulation close = Simulate({0, 0.1, 0.2, 0.3, 0.4, 0.5}, 100, 2);
  EXPECT_GE(close.covered, kMin);
  const Simulation groups = Simulate({0, 0, 0, 1, 1, 1}, 100, 3);
  EXPECT_GE(groups.covered, kMin);
  EXPECT_LT(groups.width, 3.1) << "two groups of three";
}

TEST(RankBandsTest, BotsAtOneTableHoldTogetherAsOftenAsClaimed) {
  constexpr int kRuns = 300;
  constexpr int kBots = 5;
  constexpr int kDeals = 120;
  SplitMix64 random(4);
  int covered = 0;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<SoloResult> results;
    for (int deal = 0; deal < kDeals; ++deal) {
      for (int seat = 0; seat < 3; ++seat) {
        results.push_back({.deal = deal,
                           .bot = (deal + seat) % kBots,
                           .seat = seat,
                           .opponents = {(deal + (seat + 1) % 3) % kBots,
                                         (deal + (seat + 2) % 3) % kBots},
                           .game_points = random.NextUnit()});
      }
    }
    const AdditiveRatings ratings =
        RateSolo({.bots = kBots, .seats = 3}, results, kBandLevel);
    covered += ComputeRankBands(ratings, kBandLevel) ==
                       RankBands(kBots, Band(1, kBots))
                   ? 1
                   : 0;
  }
  EXPECT_GE(static_cast<double>(covered) / kRuns, 0.95 - 0.038);
}

TEST(RankBandsTest, BotsThatTheTablesDoNotSeparateAreNotRanked) {
  // 0 and 1 are partners always: only their sum is known.
  std::vector<TeamResult> results;
  for (int deal = 0; deal < 40; ++deal) {
    results.push_back({.deal = deal,
                       .team = {0, 1},
                       .opponents = {2, 3},
                       .score = deal % 4 == 0 ? 0.0 : 1.0});
  }
  const AdditiveRatings ratings =
      RateTeams(4, results, ResultScale::kScore, kBandLevel);
  EXPECT_EQ(ComputeRankBands(ratings, kBandLevel), RankBands(4));
}

}  // namespace
}  // namespace couillon::stats
