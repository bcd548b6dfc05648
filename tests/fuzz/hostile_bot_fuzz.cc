// A hostile bot against an honest one, through the real referee: whatever it
// sends, the units end, the sums are whole, and the honest one is never blamed.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "arena/referee/bot_link.h"
#include "arena/referee/in_process_link.h"
#include "arena/referee/referee.h"
#include "arena/schedule/schedule.h"
#include "arena/table/bot_index.h"
#include "arena/unit/unit_result.h"
#include "engine/cards/check.h"
#include "engine/deal/deal_source.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_catalog.h"
#include "tests/fuzz/hostile_link.h"

namespace couillon::fuzz {
namespace {

constexpr int kItems = 6;
constexpr int kUnits = 2;

// Never waits: nothing here happens later.
class NoWaiter : public arena::EventWaiter {
 public:
  void Poll() override {}
  void Wait(arena::Clock::duration /*most*/) override {}
};

void CheckUnit(const arena::UnitResult& result) {
  COUILLON_CHECK(result.outcome.scores.size() == kItems);
  COUILLON_CHECK(result.outcome.counts.forfeits >= 0 &&
                 result.outcome.counts.forfeits <= 2 * kItems);
  COUILLON_CHECK(result.outcome.lost_by != arena::BotIndex(0));
  COUILLON_CHECK(result.records.size() == std::size_t{2} * kItems);
  for (const arena::Fault& fault : result.faults) {
    COUILLON_CHECK(fault.bot == arena::BotIndex(1));
  }
}

void Play(Bytes bytes) {
  static const std::vector<CompiledRules> kRules = {
      *wire::FindRules("basic-gerver"), *wire::FindRules("mit-malmedy")};
  static const DealSource kDeals("fuzz");
  const CompiledRules& rules = kRules[bytes.Next() % kRules.size()];
  const arena::RefereeConfig config{.rules = {&rules},
                                    .deals = &kDeals,
                                    .is_match = bytes.Next() % 4 == 0,
                                    .record_deals = true,
                                    .max_faults = 3,
                                    .tolerated_failures = 5};
  arena::BotLinks links;
  links.waiter = std::make_unique<NoWaiter>();
  links.links.push_back(std::make_unique<arena::InProcessLink>(
      arena::LinkIndex{0},
      [](const CompiledRules&, const Observation& seen) {
        return seen.legal.Nth(seen.legal.size() - 1);
      },
      config.rules));
  links.links.push_back(
      std::make_unique<HostileLink>(arena::LinkIndex{1}, bytes));
  const arena::Schedule schedule =
      arena::Schedule::RoundRobin(2, 1, std::uint64_t{kItems} * kUnits, kItems);
  std::int64_t next = 0;
  int finished = 0;
  arena::Referee referee(
      config, std::move(links),
      [&]() -> std::optional<arena::Unit> {
        if (next == schedule.units()) return std::nullopt;
        return schedule.unit(next++);
      },
      [&finished](const arena::UnitResult& result) {
        CheckUnit(result);
        ++finished;
      });
  const std::atomic<bool> stop = false;
  referee.Run(stop);
  COUILLON_CHECK(finished == kUnits);
}

}  // namespace
}  // namespace couillon::fuzz

// The name and the form are libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  couillon::fuzz::Play({data, size});
  return 0;
}
