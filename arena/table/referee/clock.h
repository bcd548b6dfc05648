// The clock of the referee and its links. They use no other, so that a test can
// control the time.
#pragma once

#include <chrono>

namespace couillon::arena {

class Clock {
 public:
  using duration = std::chrono::steady_clock::duration;
  using rep = std::chrono::steady_clock::rep;
  using time_point = std::chrono::steady_clock::time_point;

  virtual ~Clock() = default;
  // The time at this moment; never earlier than a time returned before. May be
  // called by several threads at once.
  [[nodiscard]] virtual time_point Now() const = 0;
};

// The machine's steady clock; it lives as long as the program.
const Clock& MachineClock();

}  // namespace couillon::arena
