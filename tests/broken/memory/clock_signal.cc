#include "tests/broken/memory/clock_signal.h"

#include <chrono>
#include <thread>

namespace couillon::bots::broken {
namespace {

using std::chrono::microseconds;
using std::chrono::system_clock;  // CLOCK_REALTIME

// In windows: how long a sender waits at least, and what looks like it; more
// than several processes need that answer at once.
constexpr int kShortestWait = 3;
constexpr int kShortestGap = 2;

std::int64_t NowUs() {
  return std::chrono::duration_cast<microseconds>(
             system_clock::now().time_since_epoch())
      .count();
}

}  // namespace

void ClockSignal::Send(int number) const {
  const std::int64_t period = kNumbers * window_us_;
  const std::int64_t from = NowUs() + kShortestWait * window_us_;
  const std::int64_t rest =
      (number * window_us_ - from % period + period) % period;
  std::this_thread::sleep_until(
      system_clock::time_point(microseconds(from + rest)));
}

std::optional<int> ClockSignal::Receive() const {
  const std::int64_t now = NowUs();
  if (now - answered_us_ < kShortestGap * window_us_) return std::nullopt;
  return static_cast<int>(now / window_us_ % kNumbers);
}

void ClockSignal::Answer() { answered_us_ = NowUs(); }

}  // namespace couillon::bots::broken
