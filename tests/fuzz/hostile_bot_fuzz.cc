// A hostile bot against an honest one, through the real referee: whatever it
// sends, the units end, the sums are whole, and the honest one is never blamed.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "arena/table/bot_index.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/in_process_link.h"
#include "arena/table/referee/referee.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/schedule/unit_deals.h"
#include "arena/table/unit/unit_result.h"
#include "engine/cards/check.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_catalog.h"
#include "tests/fuzz/hostile_link.h"
#include "tests/support/played_units.h"

namespace couillon::fuzz {
namespace {

constexpr int kItems = 6;
constexpr int kUnits = 2;

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
  static const arena::UnitDeals kDeals("fuzz");
  const CompiledRules& rules = kRules[bytes.Next() % kRules.size()];
  const arena::RefereeConfig config{.rules = {&rules},
                                    .deals = &kDeals,
                                    .is_match = bytes.Next() % 4 == 0,
                                    .record_deals = true,
                                    .max_faults = 3,
                                    .tolerated_failures = 5};
  arena::BotLinks links;
  links.waiter = std::make_unique<testing_support::NoWaiter>();
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
  std::vector<arena::UnitResult> results;
  testing_support::PlayUnits(config, std::move(links), schedule, results);
  COUILLON_CHECK(results.size() == kUnits);
  for (const arena::UnitResult& result : results) CheckUnit(result);
}

}  // namespace
}  // namespace couillon::fuzz

// The name and the form are libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  couillon::fuzz::Play({data, size});
  return 0;
}
