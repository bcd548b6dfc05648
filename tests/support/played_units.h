// The units of a schedule, played by one referee in this thread: for tests of
// the referee with links of their own.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/clock.h"
#include "arena/table/referee/referee.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/unit/unit_result.h"

namespace couillon::testing_support {

// Never waits: for links whose events are always ready.
class NoWaiter final : public arena::EventWaiter {
 public:
  void Poll() override {}
  void Wait(arena::Clock::duration /*most*/) override {}
};

// Plays all units of `schedule`. Appends their results to `results` as they are
// finished, and sorts them by unit number at the end.
inline void PlayUnits(const arena::RefereeConfig& config, arena::BotLinks links,
                      const arena::Schedule& schedule,
                      std::vector<arena::UnitResult>& results) {
  std::int64_t next = 0;
  arena::Referee referee(
      config, std::move(links),
      [&]() -> std::optional<arena::Unit> {
        if (next == schedule.units()) return std::nullopt;
        return schedule.unit(next++);
      },
      [&results](arena::UnitResult result) {
        results.push_back(std::move(result));
      });
  referee.Run(std::atomic<bool>(false));
  std::ranges::sort(results, {}, [](const arena::UnitResult& result) {
    return result.unit.number;
  });
}

}  // namespace couillon::testing_support
