// The clock on which bots are timed, and how long a bot thinks on it. Both take
// the moment from the caller, who reads the machine's clock once per look.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

#include "arena/referee/bot_link.h"

namespace couillon::arena {

// Leaves out the time in which the referee did not look, because it started a
// bot or the machine slept: that time is on nobody's clock.
class ArenaClock {
 public:
  explicit ArenaClock(Clock::time_point now) : looked_(now) {}

  // The referee looks for events. Longer than kStall since the last time, and
  // it was away.
  void Look(Clock::time_point now) {
    if (now - looked_ > kStall) stalled_ += now - looked_;
    looked_ = now;
  }
  // When it looked last, and any later moment before it looks again.
  [[nodiscard]] Clock::time_point looked() const { return looked_ - stalled_; }
  [[nodiscard]] Clock::time_point At(Clock::time_point now) const {
    return now - stalled_;
  }

 private:
  static constexpr Clock::duration kStall = std::chrono::milliseconds(100);

  Clock::time_point looked_;
  Clock::duration stalled_{0};
};

// How long the bot of one link thinks: the time in which it has open decisions.
// The time between two arrivals of answers is shared equally among the answers
// that end it, so no more is ever charged than has passed.
class ThinkingTime {
 public:
  // A batch goes out while no decision is open.
  void Begin(Clock::time_point now) { since_ = now; }
  // The thinking time of each of `answers` that have arrived together.
  // Requires: answers >= 1.
  [[nodiscard]] Clock::duration Share(Clock::time_point now,
                                      std::size_t answers) {
    // What the arena's clock leaves out may include the moment of Begin().
    const Clock::duration passed = std::max(now - since_, Clock::duration(0));
    since_ = now;
    return passed / static_cast<Clock::rep>(answers);
  }

 private:
  Clock::time_point since_;
};

}  // namespace couillon::arena
