// Knock-outs of made-up entrants.
#include "arena/standing/planner/knockout_planner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "arena/standing/planner/simulated_season.h"

namespace couillon::arena {
namespace {

std::vector<int> Numbers(int count) {
  std::vector<int> numbers;
  for (int i = 0; i < count; ++i) numbers.push_back(i);
  return numbers;
}

// Checks a whole knock-out from its rounds alone, if every pairing is decided
// in one round unless it is tied.
class Checker {
 public:
  Checker(int entrants, int losses_to_leave)
      : losses_(static_cast<std::size_t>(entrants)), leave_(losses_to_leave) {}

  void Add(const PlayedRound& round) {
    std::set<int> busy(round.plan.byes.begin(), round.plan.byes.end());
    std::set<EntrantPair> tied;
    for (std::size_t i = 0; i < round.leads.size(); ++i) {
      const PlannedPairing& pairing = round.plan.pairings[i];
      const EntrantPair pair(pairing.first, pairing.second);
      for (const int entrant : {pair.first, pair.second}) {
        EXPECT_TRUE(busy.insert(entrant).second) << "plays two at a time";
        EXPECT_LT(LossesOf(entrant), leave_) << "is out";
      }
      if (!tied_.empty()) {
        EXPECT_EQ(tied_.count(pair), 1U) << "a new stage before the old ended";
      }
      EXPECT_EQ(pairing.first_item, played_[pair]);
      played_[pair] += round.plan.items;
      const bool again = tied_.count(pair) > 0;
      if (round.leads[i].sum == 0 && !again) {
        tied.insert(pair);
      } else {
        ++losses_[static_cast<std::size_t>(
            round.leads[i].sum >= 0 ? pair.second : pair.first)];
      }
    }
    if (tied_.empty()) {
      // Those who are neither here nor out sit out.
      EXPECT_EQ(static_cast<int>(busy.size()), in_);
    }
    tied_ = std::move(tied);
    in_ = In();
  }

  [[nodiscard]] int LossesOf(int entrant) const {
    return losses_[static_cast<std::size_t>(entrant)];
  }
  [[nodiscard]] int In() const {
    return static_cast<int>(
        std::count_if(losses_.begin(), losses_.end(),
                      [this](int losses) { return losses < leave_; }));
  }

 private:
  using EntrantPair = std::pair<int, int>;
  std::vector<int> losses_;
  int leave_;
  int in_ = static_cast<int>(losses_.size());
  std::set<EntrantPair> tied_;
  std::map<EntrantPair, std::uint64_t> played_;
};

class KnockoutTest : public ::testing::TestWithParam<RoundFormat> {};

TEST_P(KnockoutTest, OneIsLeftAndAllOthersHaveLostOftenEnough) {
  const int leave = GetParam() == RoundFormat::kDoubleKnockout ? 2 : 1;
  for (int entrants = 2; entrants <= 17; ++entrants) {
    SCOPED_TRACE(std::to_string(entrants) + " entrants");
    std::vector<double> strengths;
    for (int i = 0; i < entrants; ++i) strengths.push_back((i * 7) % 5);
    SimulatedSeason simulated(strengths, static_cast<unsigned>(entrants));
    Season season{.format = GetParam(),
                  .target = 60,
                  .round_items = 60,
                  .playing = Numbers(entrants)};
    Checker checker(entrants, leave);
    int rounds = 0;
    while (simulated.PlayNext(season)) {
      checker.Add(season.rounds.back());
      ASSERT_LT(++rounds, 200) << "never ends";
      if (HasFailure()) return;
    }
    const KnockoutState end = FindKnockoutState(season);
    ASSERT_EQ(end.in.size(), 1U);
    EXPECT_EQ(checker.In(), 1);
    for (int i = 0; i < entrants; ++i) {
      EXPECT_EQ(checker.LossesOf(i), end.LossesOf(i));
      EXPECT_EQ(end.IsIn(i), i == end.in[0]);
    }
    EXPECT_TRUE(end.undecided.empty());
  }
}

TEST_P(KnockoutTest, ABotMuchStrongerThanAllOthersWins) {
  std::vector<double> strengths(11, 0);
  strengths[8] = 4;
  SimulatedSeason simulated(strengths, 3);
  Season season{.format = GetParam(),
                .target = 400,
                .round_items = 100,
                .playing = Numbers(11)};
  while (simulated.PlayNext(season)) {
  }
  EXPECT_EQ(FindKnockoutState(season).in, std::vector<int>{8});
  EXPECT_EQ(FindKnockoutState(season).LossesOf(8), 0);
}

TEST_P(KnockoutTest, WhoStopsPlayingIsOutAndItsOpponentGoesOn) {
  SimulatedSeason simulated(std::vector<double>(4, 0), 5);
  Season season{.format = GetParam(),
                .target = 1'000'000,
                .round_items = 60,
                .playing = Numbers(4)};
  ASSERT_TRUE(simulated.PlayNext(season));
  const auto open = FindKnockoutState(season).undecided;
  ASSERT_EQ(open.size(), 2U) << "equals are not decided in 60 deals";
  std::erase(season.playing, 0);
  const KnockoutState left = FindKnockoutState(season);
  EXPECT_EQ(left.in, (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(left.undecided, (std::vector<PlannedPairing>{
                                {.first = 1, .second = 2, .first_item = 60}}));
  ASSERT_TRUE(simulated.PlayNext(season));
  EXPECT_EQ(FindKnockoutState(season).undecided.size(), 1U)
      << "the pairing that had ended does not come back";
}

TEST_P(KnockoutTest, ABotThatComesLaterWaits) {
  SimulatedSeason simulated({0, 1, 0}, 5);
  Season season{.format = GetParam(),
                .target = 60,
                .round_items = 60,
                .playing = Numbers(2)};
  ASSERT_TRUE(simulated.PlayNext(season));
  season.playing.push_back(2);
  const KnockoutState state = FindKnockoutState(season);
  EXPECT_EQ(std::count(state.in.begin(), state.in.end(), 2), 0);
}

TEST_P(KnockoutTest, EqualBotsEndAtTwiceTheTarget) {
  // Every lead is 0.
  SimulatedSeason simulated({0, 0}, 5, 0);
  Season season{.format = GetParam(),
                .target = 100,
                .round_items = 50,
                .playing = Numbers(2)};
  ASSERT_TRUE(simulated.PlayNext(season));
  std::uint64_t stage = season.rounds.back().plan.items;
  while (!FindKnockoutState(season).undecided.empty()) {
    ASSERT_TRUE(simulated.PlayNext(season));
    stage += season.rounds.back().plan.items;
  }
  EXPECT_EQ(stage, 200U);
  EXPECT_EQ(FindKnockoutState(season).in.front(), 0) << "the better seed";
}

TEST_P(KnockoutTest, APairingPlaysNoMoreThanTheTargetUnlessItIsTied) {
  // Units of 50 do not divide the targets.
  for (const std::uint64_t target : {16, 60, 120}) {
    SCOPED_TRACE(target);
    SimulatedSeason simulated({0, 0.01, 0.02, 0.03, 0.04}, 5);
    Season season{.format = GetParam(),
                  .target = target,
                  .round_items = 50,
                  .playing = Numbers(5)};
    while (simulated.PlayNext(season)) {
    }
    for (const KnockoutStage& stage : FindKnockoutState(season).stages) {
      for (const KnockoutPairing& pairing : stage.pairings) {
        const bool was_tied = pairing.items > target;
        EXPECT_LE(pairing.items, was_tied ? 2 * target : target);
        if (pairing.decision == KnockoutDecision::kTarget && !was_tied) {
          EXPECT_EQ(pairing.items, target);
        }
        if (pairing.decision == KnockoutDecision::kSeed) {
          EXPECT_EQ(pairing.items, 2 * target);
        }
      }
    }
  }
}

TEST_P(KnockoutTest, ByesGoToThoseWhoHadFewestOfTheirGroup) {
  for (int entrants = 2; entrants <= 17; ++entrants) {
    SCOPED_TRACE(std::to_string(entrants) + " entrants");
    SimulatedSeason simulated(
        std::vector<double>(static_cast<std::size_t>(entrants), 0),
        static_cast<unsigned>(entrants));
    Season season{.format = GetParam(),
                  .target = 10,
                  .round_items = 10,
                  .playing = Numbers(entrants)};
    while (simulated.PlayNext(season)) {
    }
    std::map<int, int> byes;
    std::map<int, int> losses;
    for (const KnockoutStage& stage : FindKnockoutState(season).stages) {
      for (const int rested : stage.byes) {
        for (const KnockoutPairing& pairing : stage.pairings) {
          for (const int played : {pairing.first, pairing.second}) {
            if (std::min(losses[played], 1) != std::min(losses[rested], 1)) {
              continue;
            }
            EXPECT_LE(byes[rested], byes[played]);
            if (byes[rested] == byes[played]) {
              EXPECT_LT(rested, played);
            }
          }
        }
      }
      for (const int rested : stage.byes) ++byes[rested];
      for (const KnockoutPairing& pairing : stage.pairings) {
        ++losses[pairing.winner == pairing.first ? pairing.second
                                                 : pairing.first];
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, KnockoutTest,
                         ::testing::Values(RoundFormat::kKnockout,
                                           RoundFormat::kDoubleKnockout),
                         [](const auto& format) {
                           return format.param == RoundFormat::kKnockout
                                      ? "Single"
                                      : "Double";
                         });

TEST(KnockoutPlannerTest, TheBestSeedsSitOutUntilAPowerOfTwoIsLeft) {
  const Season season{.format = RoundFormat::kKnockout,
                      .target = 100,
                      .round_items = 50,
                      .playing = Numbers(6)};
  const auto plan = PlanKnockout(season);
  ASSERT_TRUE(plan.has_value());
  EXPECT_EQ(plan->byes, (std::vector<int>{0, 1}));
  EXPECT_EQ(plan->pairings,
            (std::vector<PlannedPairing>{{.first = 2, .second = 5},
                                         {.first = 3, .second = 4}}));
  EXPECT_EQ(plan->items, 50U);
}

TEST(KnockoutPlannerTest, AClearLeadEndsAPairingBeforeTheTarget) {
  SimulatedSeason simulated({6, 0}, 9);
  Season season{.format = RoundFormat::kKnockout,
                .target = 1000,
                .round_items = 100,
                .playing = Numbers(2)};
  ASSERT_TRUE(simulated.PlayNext(season));
  EXPECT_EQ(PlanKnockout(season), std::nullopt);
  EXPECT_EQ(FindKnockoutState(season).in, std::vector<int>{0});
}

}  // namespace
}  // namespace couillon::arena
