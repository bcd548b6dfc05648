// Two bots that both fail in one unit: who loses it, and which faults count,
// does not depend on what the referee asks at the same time.
#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "arena/table/bot_index.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/in_process_link.h"
#include "arena/table/referee/referee.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/schedule/unit_deals.h"
#include "arena/table/seating.h"
#include "arena/table/unit/unit_result.h"
#include "arena/table/verdict.h"
#include "engine/cards/action.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_catalog.h"

namespace couillon::arena {
namespace {

constexpr int kFaultyUnits = 24;
constexpr std::uint32_t kFaultyItems = 10;

// A bot that takes an action that is not legal in one of `often` decisions.
DecideFunction FailsAt(std::uint64_t remainder, std::uint64_t often) {
  return [=](const CompiledRules&, const Observation& seen) {
    return seen.random_seed % often == remainder ? kSayRe : seen.legal.Nth(0);
  };
}

class TwoFaultyBotsTest : public testing::Test {
 protected:
  // The results of the units by number, asked in batches of at most `batch`
  // decisions (0: no limit), the units in this order or the other.
  std::map<std::int64_t, UnitResult> Play(std::uint32_t batch, bool backwards) {
    RefereeConfig config{.rules = {&rules_},
                         .deals = &deals_,
                         .record_deals = true,
                         .max_faults = 3};
    config.batches.max_batch = batch;
    BotLinks links;
    for (const int bot : {0, 1}) {
      links.links.push_back(std::make_unique<InProcessLink>(
          LinkIndex{bot}, FailsAt(static_cast<std::uint64_t>(bot), 70),
          config.rules));
    }
    const Schedule schedule = Schedule::RoundRobin(
        2, 1, static_cast<std::uint64_t>(kFaultyUnits) * kFaultyItems,
        kFaultyItems);
    std::map<std::int64_t, UnitResult> results;
    std::int64_t next = 0;
    Referee referee(
        config, std::move(links),
        [&]() -> std::optional<Unit> {
          if (next == kFaultyUnits) return std::nullopt;
          const std::int64_t number = next++;
          return schedule.unit(backwards ? kFaultyUnits - 1 - number : number);
        },
        [&results](UnitResult result) {
          const std::int64_t number = result.unit.number;
          results.emplace(number, std::move(result));
        });
    const std::atomic<bool> stop = false;
    referee.Run(stop);
    return results;
  }

  CompiledRules rules_ = *wire::FindRules("basic-gerver");
  UnitDeals deals_{"two faulty bots"};
};

// The faults of a unit: bot, deal and seating.
using Faults = std::multiset<std::tuple<BotIndex, std::uint64_t, Seating>>;
Faults FaultsOf(const UnitResult& result) {
  Faults faults;
  for (const Fault& fault : result.faults) {
    EXPECT_TRUE(fault.forfeits);
    faults.emplace(fault.bot, fault.item, fault.seating);
  }
  return faults;
}

TEST_F(TwoFaultyBotsTest, LoserAndFaultsAreTheSameForAllBatchesAndOrders) {
  const auto expected = Play(0, false);
  ASSERT_EQ(expected.size(), static_cast<std::size_t>(kFaultyUnits));
  std::set<std::optional<BotIndex>> losers;
  int with_both = 0;  // faults of both count, and one has lost the unit
  for (const auto& [number, result] : expected) {
    losers.insert(result.outcome.lost_by);
    std::set<BotIndex> faulty;
    for (const auto& fault : FaultsOf(result)) {
      faulty.insert(std::get<BotIndex>(fault));
    }
    with_both += result.outcome.lost_by && faulty.size() == 2 ? 1 : 0;
  }
  EXPECT_EQ(losers, (std::set<std::optional<BotIndex>>{
                        std::nullopt, BotIndex(0), BotIndex(1)}));
  EXPECT_GT(with_both, 3);
  for (const std::uint32_t batch : {0U, 1U, 3U, 16U, 100U}) {
    for (const bool backwards : {false, true}) {
      const auto results = Play(batch, backwards);
      ASSERT_EQ(results.size(), expected.size());
      for (const auto& [number, result] : expected) {
        SCOPED_TRACE(testing::Message()
                     << "unit " << number << ", batches of " << batch
                     << ", backwards " << backwards);
        EXPECT_EQ(results.at(number).outcome, result.outcome);
        EXPECT_EQ(FaultsOf(results.at(number)), FaultsOf(result));
      }
    }
  }
}

}  // namespace
}  // namespace couillon::arena
