// Rounds of a round robin whose field changes.
#include "arena/standing/planner/round_robin_planner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <utility>

namespace couillon::arena {
namespace {

// Who plays, and what has been planned for them.
class Field {
 public:
  Field(std::uint64_t target, std::uint64_t round_items)
      : target_(target), round_items_(round_items) {}

  void Join() { entrants_.insert(next_++); }
  void Leave(int entrant) { entrants_.erase(entrant); }
  void Extend(std::uint64_t target) { target_ = target; }
  [[nodiscard]] std::uint64_t target() const { return target_; }
  [[nodiscard]] const std::set<int>& entrants() const { return entrants_; }
  [[nodiscard]] std::uint64_t Played(int first, int second) const {
    const auto found = played_.find({first, second});
    return found == played_.end() ? 0 : found->second;
  }

  [[nodiscard]] RoundRobinField Now() const {
    return {.entrants = {entrants_.begin(), entrants_.end()},
            .played = [this](int first,
                             int second) { return Played(first, second); },
            .target = target_,
            .round_items = round_items_};
  }

  // Plays the next round, and checks that it plays on where its pairings were.
  bool PlayRound() {
    const std::optional<RoundPlan> plan = PlanRoundRobin(Now());
    if (!plan) return false;
    EXPECT_GE(plan->items, 1U);
    EXPECT_LE(plan->items, round_items_);
    EXPECT_FALSE(plan->pairings.empty());
    for (const PlannedPairing& pairing : plan->pairings) {
      EXPECT_LT(pairing.first, pairing.second);
      EXPECT_EQ(entrants_.count(pairing.first), 1U);
      EXPECT_EQ(entrants_.count(pairing.second), 1U);
      std::uint64_t& played = played_[{pairing.first, pairing.second}];
      EXPECT_EQ(pairing.first_item, played) << "a gap, or a deal played twice";
      played += plan->items;
      EXPECT_LE(played, target_);
    }
    return true;
  }

 private:
  std::uint64_t target_;
  std::uint64_t round_items_;
  int next_ = 0;
  std::set<int> entrants_;
  std::map<std::pair<int, int>, std::uint64_t> played_;
};

TEST(RoundRobinPlannerTest, EveryPairingEndsAtTheTargetWhoeverComesAndGoes) {
  std::mt19937 random(7);  // the same numbers on every machine
  for (int season = 0; season < 200; ++season) {
    Field field(1 + random() % 40, 1 + random() % 12);
    for (int i = 0; i < 3; ++i) field.Join();
    for (int event = 0; event < 12; ++event) {
      const auto kind = random() % 4;
      if (kind == 0) field.Join();
      if (kind == 1 && field.entrants().size() > 2) {
        field.Leave(*field.entrants().begin());
      }
      if (kind == 2) field.Extend(field.target() + random() % 20);
      field.PlayRound();
    }
    while (field.PlayRound()) {
    }
    for (const int first : field.entrants()) {
      for (const int second : field.entrants()) {
        if (first >= second) continue;
        EXPECT_EQ(field.Played(first, second), field.target());
      }
    }
    EXPECT_EQ(PairingsLeft(field.Now()), 0);
    EXPECT_EQ(ItemsLeft(field.Now()), 0U);
  }
}

TEST(RoundRobinPlannerTest, ANewcomerPlaysAloneUntilItHasCaughtUp) {
  Field field(100, 30);
  field.Join();
  field.Join();
  ASSERT_TRUE(field.PlayRound());
  ASSERT_TRUE(field.PlayRound());
  field.Join();  // as number 2, when the others have played 60
  EXPECT_EQ(PlanRoundRobin(field.Now()),
            (RoundPlan{.items = 30,
                       .pairings = {{.first = 0, .second = 2},
                                    {.first = 1, .second = 2}}}));
  EXPECT_EQ(PairingsLeft(field.Now()), 3);
  EXPECT_EQ(ItemsLeft(field.Now()), 40U + 2 * 100);
  ASSERT_TRUE(field.PlayRound());
  ASSERT_TRUE(field.PlayRound());
  EXPECT_EQ(PlanRoundRobin(field.Now())->pairings.size(), 3U)
      << "all have played 60";
}

TEST(RoundRobinPlannerTest, ACatchUpEndsWhereTheOthersAre) {
  Field field(40, 30);
  field.Join();
  field.Join();
  while (field.PlayRound()) {
  }
  field.Extend(100);
  field.Join();
  ASSERT_TRUE(field.PlayRound());
  EXPECT_EQ(PlanRoundRobin(field.Now())->items, 10U) << "from 30 to 40";
}

TEST(RoundRobinPlannerTest, NobodyPlaysAlone) {
  Field field(100, 30);
  EXPECT_EQ(PlanRoundRobin(field.Now()), std::nullopt);
  field.Join();
  EXPECT_EQ(PlanRoundRobin(field.Now()), std::nullopt);
}

}  // namespace
}  // namespace couillon::arena
