// A signal by nothing but the time of an answer. The wall clock is divided into
// windows of equal length with numbers. The sender holds its answer back for
// several windows, until the one with the number that it means. Who is asked
// after such a gap reads the clock. That works only if the referee asks one
// decision at a time, and if those asked in between answer at once.
#pragma once

#include <cstdint>
#include <optional>

namespace couillon::bots::broken {

class ClockSignal {
 public:
  static constexpr int kNumbers = 16;

  // `window_us`: microseconds per window. Requires: window_us > 0.
  explicit ClockSignal(int window_us) : window_us_(window_us) {}

  // Waits until a window with this number begins. Requires: 0 <= number <
  // kNumbers.
  void Send(int number) const;
  // The number of the window of this moment, if the last answer is so long ago
  // that somebody has sent since. To be called when asked, and before
  // anything that takes time.
  [[nodiscard]] std::optional<int> Receive() const;
  // To be called as the last thing before each answer.
  void Answer();

 private:
  std::int64_t window_us_;
  std::int64_t answered_us_ = 0;  // on the wall clock
};

}  // namespace couillon::bots::broken
