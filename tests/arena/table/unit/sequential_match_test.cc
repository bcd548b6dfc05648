#include "arena/table/unit/sequential_match.h"

#include <gtest/gtest.h>

#include <functional>
#include <queue>
#include <tuple>
#include <vector>

#include "arena/numbers/stats/law/splitmix.h"
#include "arena/table/quantity.h"
#include "arena/table/unit/pair_score.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

constexpr PairScore kLost = PairScore::OfTwo(0, 0);
constexpr PairScore kWonLost = PairScore::OfTwo(2, 0);
constexpr PairScore kWon = PairScore::OfTwo(2, 2);
constexpr int kPairs = 20'000;  // enough for all tests below

v1::LeagueConfig Config(double elo0, double elo1) {
  v1::LeagueConfig config;
  config.add_bots()->set_name("a");
  config.add_bots()->set_name("b");
  config.add_rulesets()->mutable_ruleset()->mutable_table()->set_sides(2);
  config.set_items(kPairs);
  config.set_block_items(1);
  v1::SequentialTest& sprt = *config.mutable_sprt();
  sprt.set_elo0(elo0);
  sprt.set_elo1(elo1);
  sprt.set_alpha(0.05);
  sprt.set_beta(0.05);
  sprt.set_scale(v1::RESULT_SCALE_SCORE);
  return config;
}

// Pairs of a bot that wins `won` and loses `lost` of 100.
PairScores Pairs(std::uint64_t seed, int won, int lost) {
  stats::SplitMix64 random(seed);
  PairScores pairs;
  for (int i = 0; i < kPairs; ++i) {
    const auto draw = static_cast<int>(random.NextBelow(100));
    pairs.push_back(draw < won ? kWon : draw < won + lost ? kLost : kWonLost);
  }
  return pairs;
}

// Plays with `in_flight` pairs under way; a lost pair takes three times as long
// as others. Pairs are added in the order in which they end.
SequentialMatch Play(const v1::LeagueConfig& config, const PairScores& pairs,
                     int in_flight) {
  using Ending = std::tuple<double, int>;  // when, which
  SequentialMatch match(config);
  std::priority_queue<Ending, std::vector<Ending>, std::greater<>> under_way;
  stats::SplitMix64 random(99);
  int next = 0;
  const auto start = [&](double now) {
    const auto at = static_cast<std::size_t>(next);
    const double length =
        (pairs[at] == kLost ? 3 : 1) * (0.5 + random.NextUnit());
    under_way.emplace(now + length, next++);
  };
  while (next < in_flight) start(0);
  while (!match.ended()) {
    const auto [now, pair] = under_way.top();
    under_way.pop();
    match.Add(pair, {.scores = {pairs[static_cast<std::size_t>(pair)]}});
    if (next < kPairs) start(now);
  }
  return match;
}

// With 64 pairs in flight, a test in the order of arrival would see won pairs
// first and nearly always accept H1.
TEST(SequentialMatchTest, DecisionIsTheSameWhateverIsInFlight) {
  const v1::LeagueConfig config = Config(0, 20);
  int accepted = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const PairScores pairs = Pairs(seed, 20, 20);
    const SequentialMatch one = Play(config, pairs, 1);
    for (const int in_flight : {64, 1024}) {
      const SequentialMatch many = Play(config, pairs, in_flight);
      EXPECT_EQ(many.look().decision, one.look().decision) << seed;
      EXPECT_EQ(many.units(), one.units()) << seed;
      EXPECT_EQ(many.score(), one.score()) << seed;
      EXPECT_EQ(many.look().llr, one.look().llr) << seed;
    }
    if (one.look().decision == stats::SequentialDecision::kAcceptH1) {
      ++accepted;
    }
  }
  EXPECT_LE(accepted, 7);  // of 40 at 5%: P(more than 7) is 1 in 1,000
}

TEST(SequentialMatchTest, AStrongerBotIsFound) {
  const SequentialMatch match = Play(Config(0, 20), Pairs(1, 40, 20), 64);
  EXPECT_EQ(match.look().decision, stats::SequentialDecision::kAcceptH1);
  EXPECT_LT(match.units(), 2000);
}

TEST(SequentialMatchTest, NothingCountsAfterTheAnswer) {
  SequentialMatch match = Play(Config(0, 20), Pairs(1, 40, 20), 1);
  const stats::PairSums score = match.score();
  match.Add(match.units(), {.scores = {kLost}});
  EXPECT_EQ(match.score(), score);
}

TEST(SequentialMatchTest, WaitsForAMissingUnit) {
  SequentialMatch match(Config(0, 20));
  match.Add(1, {.scores = {kWon}});
  match.Add(2, {.scores = {kWon}});
  EXPECT_EQ(match.units(), 0);
  EXPECT_EQ(match.score().pairs, 0);
  match.Add(0, {.scores = {kWon}});
  EXPECT_EQ(match.units(), 3);
}

// A bot that wins most deals but loses the game points.
TEST(SequentialMatchTest, ComparesGamePointsByDefault) {
  for (const v1::ResultScale scale :
       {v1::RESULT_SCALE_UNSPECIFIED, v1::RESULT_SCALE_SCORE}) {
    v1::LeagueConfig config = Config(0, 20);
    config.mutable_sprt()->set_scale(scale);
    SequentialMatch match(config);
    for (int i = 0; !match.ended(); ++i) {
      UnitOutcome outcome;
      const bool won = i % 3 != 0;
      outcome.scores = {won ? kWon : kLost};
      outcome.leads[Quantity::kGamePoints].denominator = 2;
      const int lead = won ? 2 : -8;
      outcome.leads[Quantity::kGamePoints].Add(lead, lead);
      match.Add(i, outcome);
    }
    EXPECT_EQ(match.look().decision,
              scale == v1::RESULT_SCALE_SCORE
                  ? stats::SequentialDecision::kAcceptH1
                  : stats::SequentialDecision::kAcceptH0);
  }
}

TEST(SequentialMatchTest, UndecidedAtTheCap) {
  v1::LeagueConfig config = Config(0, 5);
  config.set_items(10);
  SequentialMatch match(config);
  for (int i = 0; i < 10; ++i) {
    EXPECT_FALSE(match.ended());
    match.Add(i, {.scores = {i % 2 == 0 ? kWon : kLost}});
  }
  EXPECT_EQ(match.look().decision, stats::SequentialDecision::kUndecided);
}

}  // namespace
}  // namespace couillon::arena
