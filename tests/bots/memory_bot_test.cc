// The bots that gain by what they remember, without processes: one object per
// process. Both seatings of a deal are played move by move at the same time,
// as a referee with many open tables does.
#include "tests/broken/memory/memory_bot.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bots/cpp/greedy.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/play/deal_result.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"

namespace couillon::bots {
namespace {

constexpr int kDeals = 200;

// The processes of the bot: which one is asked for a seat in a seating.
class Processes {
 public:
  Processes(const std::string& fault, bool are_divided)
      : are_divided_(are_divided) {
    for (auto& process : processes_) {
      process = broken::MakeMemoryBot(fault, {.socket = "/none/none/none"});
    }
  }
  Strategy& For(Seat seat, int seating) {
    return *processes_[are_divided_ ? 2U * seat + (seating == 0 ? 0U : 1U)
                                    : 0U];
  }

 private:
  bool are_divided_;
  std::array<std::unique_ptr<Strategy>, std::size_t{2} * kMaxSeats> processes_;
};

// Plays one move; the bot holds side `seating`.
void Move(Position& position, int seating, std::uint64_t seed,
          Processes& processes) {
  const CompiledRules& rules = position.rules();
  Observation observation = position.Observe();
  observation.random_seed = seed;
  Greedy greedy;
  Strategy& decider = rules.SideOf(position.seat()) == seating
                          ? processes.For(position.decider(), seating)
                          : greedy;
  position.Apply(decider.Decide(rules, observation));
}

int CardPointsOf(const Position& end, int side) {
  const DealResult result = end.Result();
  const auto own = static_cast<std::size_t>(side);
  return result.card_points[own] - result.card_points[1 - own];
}

// The bot's card points more than greedy's, over deals in both seatings.
// Requires: two sides.
int GainOver(const CompiledRules& rules, int deals, Processes& processes) {
  const DealSource source("memory bots");
  int gain = 0;
  for (int deal = 0; deal < deals; ++deal) {
    const auto number = static_cast<std::uint64_t>(deal);
    const Position start(rules, source.PackOf(rules.deck, number),
                         static_cast<Seat>(deal % rules.players));
    std::vector<Position> tables = {start, start};
    for (std::uint64_t move = 0; !tables[0].done() || !tables[1].done();
         ++move) {
      for (int seating = 0; seating < 2; ++seating) {
        Position& table = tables[static_cast<std::size_t>(seating)];
        if (table.done()) continue;
        Move(table, seating, 64 * number + move, processes);
      }
    }
    gain += CardPointsOf(tables[0], 0) + CardPointsOf(tables[1], 1);
  }
  return gain;
}

std::string NameOf(const ::testing::TestParamInfo<std::string>& fault) {
  return fault.param.substr(fault.param.find('-') + 1);
}

class MemoryBotTest : public ::testing::TestWithParam<std::string> {};

TEST_P(MemoryBotTest, GainsIfOneProcessSeesAll) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  Processes shared(GetParam(), false);
  if (GetParam() == "remembers-deals") {  // the second time it knows them
    EXPECT_EQ(GainOver(rules, kDeals, shared), 0);
  }
  EXPECT_GT(GainOver(rules, kDeals, shared), kDeals);
}

TEST_P(MemoryBotTest, PlaysLikeGreedyIfEachProcessSeesADealOnce) {
  for (const std::string& id : wire::RulesetIds()) {
    const CompiledRules rules = tests::Rules(id);
    if (rules.sides != 2) continue;
    Processes divided(GetParam(), true);
    EXPECT_EQ(GainOver(rules, 50, divided), 0) << id;
  }
}

INSTANTIATE_TEST_SUITE_P(Fault, MemoryBotTest,
                         ::testing::Values("remembers-deals",
                                           "remembers-partner",
                                           "remembers-seating"),
                         NameOf);

}  // namespace
}  // namespace couillon::bots
