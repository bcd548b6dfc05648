// The monotonic clock.

#include "arena/table/referee/clock.h"

namespace couillon::arena {
namespace {

class SteadyClock final : public Clock {
 public:
  [[nodiscard]] time_point Now() const override {
    return std::chrono::steady_clock::now();
  }
};

}  // namespace

const Clock& MachineClock() {
  static const SteadyClock kClock;
  return kClock;
}

}  // namespace couillon::arena
