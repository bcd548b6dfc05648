// Which looks for events a worker may leave out.
#pragma once

#include <chrono>

#include "arena/table/referee/clock.h"

namespace couillon::arena {

// A look costs a system call. A worker looks before and after it handles what a
// wait has brought, and then waits again: two looks in vain, unless something
// took long in between, such as a decision of a bundled bot. Then an answer may
// have come, and its bot must not be blamed for being late.
class PollSaver {
 public:
  // `clock` outlives it.
  explicit PollSaver(const Clock& clock) : clock_(clock) {}

  // A wait has ended.
  void Waited() {
    waited_until_ = clock_.Now();
    left_out_ = 0;
  }
  // Whether the look that is due may be left out. Counts it if so.
  [[nodiscard]] bool LeavesOut() {
    if (left_out_ >= kMostLeftOut) return false;
    if (clock_.Now() - waited_until_ > kSoon) return false;
    ++left_out_;
    return true;
  }

 private:
  static constexpr int kMostLeftOut = 2;
  static constexpr Clock::duration kSoon = std::chrono::milliseconds(1);

  const Clock& clock_;
  Clock::time_point waited_until_;
  int left_out_ = kMostLeftOut;
};

}  // namespace couillon::arena
