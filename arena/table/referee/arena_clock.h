// The clock on which bots are timed, and the measurement of thinking time.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

#include "arena/table/referee/clock.h"

namespace couillon::arena {

// A clock that leaves out stalls: time in which the referee did not look for
// events although it looks every few milliseconds, because the process was
// stopped or the machine was suspended. No bot is charged for that time.
class ArenaClock {
 public:
  // `machine` outlives this clock.
  explicit ArenaClock(const Clock& machine)
      : machine_(machine), looked_(machine.Now()) {}

  // Called whenever the referee looks for events. If the last look is longer
  // ago than kStall, the whole interval counts as a stall.
  void Look() {
    const Clock::time_point now = machine_.Now();
    if (now - looked_ > kStall) stalled_ += now - looked_;
    looked_ = now;
  }
  // The time of the last look.
  [[nodiscard]] Clock::time_point looked() const { return looked_ - stalled_; }
  // The time at this moment; a stall counts until it has been noticed.
  [[nodiscard]] Clock::time_point Now() const {
    return machine_.Now() - stalled_;
  }

 private:
  static constexpr Clock::duration kStall = std::chrono::milliseconds(100);

  const Clock& machine_;
  Clock::time_point looked_;
  Clock::duration stalled_{0};
};

// The thinking time of the bot of one link: the time in which it has open
// decisions. The time between two arrivals of answers is shared equally among
// the answers that end it, so never more time is charged than has passed.
class ThinkingTime {
 public:
  // A batch goes out while no decision is open.
  void Begin(Clock::time_point now) { since_ = now; }
  // The thinking time of each of `answers` that have arrived together.
  // Requires: answers >= 1.
  [[nodiscard]] Clock::duration Share(Clock::time_point now,
                                      std::size_t answers) {
    // The time that the arena's clock leaves out may include the moment of
    // Begin().
    const Clock::duration passed = std::max(now - since_, Clock::duration(0));
    since_ = now;
    return passed / static_cast<Clock::rep>(answers);
  }

 private:
  Clock::time_point since_;
};

}  // namespace couillon::arena
