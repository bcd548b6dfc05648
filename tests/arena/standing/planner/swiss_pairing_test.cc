// The pairings of a Swiss round against every other possible pairing.
#include "arena/standing/planner/swiss_pairing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <string>

namespace couillon::arena {
namespace {

using Pairs = std::vector<std::pair<int, int>>;

// Lists all ways to pair the players; the bye is the player after the last.
void ListPairings(std::vector<int> open, Pairs& so_far,
                  std::vector<Pairs>& all) {
  if (open.empty()) {
    all.push_back(so_far);
    return;
  }
  const int first = open.front();
  for (std::size_t i = 1; i < open.size(); ++i) {
    std::vector<int> rest(open.begin() + 1, open.end());
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i) - 1);
    so_far.emplace_back(first, open[i]);
    ListPairings(rest, so_far, all);
    so_far.pop_back();
  }
}

std::vector<Pairs> AllPairings(int players) {
  std::vector<int> open;
  for (int i = 0; i < players + (players % 2); ++i) open.push_back(i);
  std::vector<Pairs> all;
  Pairs so_far;
  ListPairings(open, so_far, all);
  return all;
}

int ScoreOf(const std::vector<SwissPlayer>& players, int player) {
  return player < static_cast<int>(players.size())
             ? players[static_cast<std::size_t>(player)].half_points
             : std::numeric_limits<int>::min();
}

// The largest number of earlier meetings or byes in a pairing.
int Repetitions(const std::vector<SwissPlayer>& players, const Pairs& pairs) {
  int most = 0;
  for (const auto& [a, b] : pairs) {
    const SwissPlayer& player = players[static_cast<std::size_t>(a)];
    const int times = b == static_cast<int>(players.size())
                          ? player.byes
                          : static_cast<int>(std::count(player.met.begin(),
                                                        player.met.end(), b));
    most = std::max(most, times);
  }
  return most;
}

// By score from the top, who meets somebody of a lower score: how many there
// are, and how many of them floated down in the round before.
struct Floaters {
  std::set<int> who;
  int again = 0;
};
Floaters FloatersAt(const std::vector<SwissPlayer>& players, const Pairs& pairs,
                    int score) {
  Floaters floaters;
  for (const auto& [a, b] : pairs) {
    for (const auto& [high, low] : {std::pair(a, b), std::pair(b, a)}) {
      if (ScoreOf(players, high) >= score && ScoreOf(players, low) < score) {
        floaters.who.insert(high);
        if (players[static_cast<std::size_t>(high)].floated_down) {
          ++floaters.again;
        }
      }
    }
  }
  return floaters;
}

Pairs WithBye(const SwissPairing& round, int players) {
  Pairs pairs = round.pairs;
  if (round.bye >= 0) pairs.emplace_back(round.bye, players);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

// Checks the round against every possible one, score by score: among those
// that agree with it about all pairs down to a score, and repeat as little,
// none has fewer who float below that score.
void ExpectBest(const std::vector<SwissPlayer>& players,
                const SwissPairing& round) {
  const int count = static_cast<int>(players.size());
  const Pairs ours = WithBye(round, count);
  std::vector<Pairs> all = AllPairings(count);
  int least = std::numeric_limits<int>::max();
  for (const Pairs& other : all) {
    least = std::min(least, Repetitions(players, other));
  }
  EXPECT_EQ(Repetitions(players, ours), least);
  std::erase_if(all, [&](const Pairs& other) {
    return Repetitions(players, other) > least;
  });
  std::set<int, std::greater<>> scores;
  for (const SwissPlayer& player : players) scores.insert(player.half_points);
  for (const int score : scores) {
    const Floaters found = FloatersAt(players, ours, score);
    bool could_rest = false;
    for (const Pairs& other : all) {
      const Floaters of = FloatersAt(players, other, score);
      EXPECT_GE(of.who.size(), found.who.size()) << "at the score " << score;
      could_rest =
          could_rest || (of.who.size() == found.who.size() && of.again == 0);
    }
    if (could_rest) {
      EXPECT_EQ(found.again, 0) << "somebody floats again, at " << score;
    }
    // What is below has to be the best for these pairs.
    std::erase_if(all, [&](const Pairs& other) {
      return !std::all_of(ours.begin(), ours.end(), [&](const auto& pair) {
        return std::min(ScoreOf(players, pair.first),
                        ScoreOf(players, pair.second)) < score ||
               std::find(other.begin(), other.end(), pair) != other.end();
      });
    });
    ASSERT_FALSE(all.empty());
  }
}

TEST(SwissPairingTest, NoOtherPairingIsBetter) {
  std::mt19937 random(11);
  for (int season = 0; season < 150; ++season) {
    const int count = 2 + static_cast<int>(random() % 8);
    std::vector<SwissPlayer> players(static_cast<std::size_t>(count));
    std::vector<int> scores(players.size());
    for (int round = 0; round < count + 1; ++round) {
      // The players in the order of their scores.
      std::vector<int> order(players.size());
      for (int i = 0; i < count; ++i) order[static_cast<std::size_t>(i)] = i;
      std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return players[static_cast<std::size_t>(a)].half_points >
               players[static_cast<std::size_t>(b)].half_points;
      });
      std::vector<int> rank(players.size());
      for (int i = 0; i < count; ++i) {
        rank[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])] = i;
      }
      std::vector<SwissPlayer> ranked;
      for (const int player : order) {
        ranked.push_back(players[static_cast<std::size_t>(player)]);
        for (int& met : ranked.back().met) {
          met = rank[static_cast<std::size_t>(met)];
        }
      }
      const SwissPairing paired = PairSwissRound(ranked);
      SCOPED_TRACE("season " + std::to_string(season) + ", round " +
                   std::to_string(round) + ", " + std::to_string(count) +
                   " players");
      ExpectBest(ranked, paired);
      if (HasFailure()) return;
      for (SwissPlayer& player : players) player.floated_down = false;
      for (const auto& [a, b] : paired.pairs) {
        const int first = order[static_cast<std::size_t>(a)];
        const int second = order[static_cast<std::size_t>(b)];
        SwissPlayer& one = players[static_cast<std::size_t>(first)];
        SwissPlayer& two = players[static_cast<std::size_t>(second)];
        one.floated_down = one.half_points > two.half_points;
        two.floated_down = two.half_points > one.half_points;
        one.met.push_back(second);
        two.met.push_back(first);
        const int result = static_cast<int>(random() % 3);
        one.half_points += result;
        two.half_points += 2 - result;
      }
      if (paired.bye >= 0) {
        SwissPlayer& rests = players[static_cast<std::size_t>(
            order[static_cast<std::size_t>(paired.bye)])];
        ++rests.byes;
        rests.half_points += 2;
        rests.floated_down = true;
      }
    }
  }
}

TEST(SwissPairingTest, TheUpperHalfMeetsTheLowerHalf) {
  const SwissPairing round = PairSwissRound(std::vector<SwissPlayer>(8));
  EXPECT_EQ(round.pairs, (Pairs{{0, 4}, {1, 5}, {2, 6}, {3, 7}}));
  EXPECT_EQ(round.bye, -1);
}

TEST(SwissPairingTest, TheLastSitsOutAnOddRound) {
  const SwissPairing round = PairSwissRound(std::vector<SwissPlayer>(5));
  EXPECT_EQ(round.pairs, (Pairs{{0, 2}, {1, 3}}));
  EXPECT_EQ(round.bye, 4);
}

TEST(SwissPairingTest, WhoFloatsMeetsTheBestOfTheLowerScore) {
  std::vector<SwissPlayer> players(6);
  for (std::size_t i = 0; i < 3; ++i) players[i].half_points = 2;
  const SwissPairing round = PairSwissRound(players);
  EXPECT_EQ(round.pairs, (Pairs{{0, 1}, {2, 3}, {4, 5}}));
}

TEST(SwissPairingTest, ALargeFieldIsPairedThroughManyRounds) {
  constexpr int kPlayers = 61;
  constexpr int kRounds = 20;
  std::vector<SwissPlayer> players(kPlayers);
  for (int round = 0; round < kRounds; ++round) {
    // All scores alike: as many constraints as possible.
    const SwissPairing paired = PairSwissRound(players);
    std::set<int> seen;
    for (const auto& [a, b] : paired.pairs) {
      EXPECT_TRUE(seen.insert(a).second && seen.insert(b).second);
      std::vector<int>& met = players[static_cast<std::size_t>(a)].met;
      EXPECT_EQ(std::count(met.begin(), met.end(), b), 0) << "a rematch";
      met.push_back(b);
      players[static_cast<std::size_t>(b)].met.push_back(a);
    }
    ASSERT_GE(paired.bye, 0);
    EXPECT_TRUE(seen.insert(paired.bye).second);
    EXPECT_EQ(players[static_cast<std::size_t>(paired.bye)].byes++, 0);
    EXPECT_EQ(seen.size(), std::size_t{kPlayers});
  }
}

}  // namespace
}  // namespace couillon::arena
