// The end of a long command by SIGINT or SIGTERM.
#pragma once

#include <signal.h>

#include <array>
#include <atomic>

namespace couillon::tools {

// While one lives, the first SIGINT or SIGTERM sets StopFlag(), so that what
// was played can be stored, and a second one ends the program. Before and after
// there is nothing to store, and a signal ends the program at once: make one
// for the play alone, not for the report that follows. They may be nested.
class CaughtSignals {
 public:
  CaughtSignals();
  ~CaughtSignals();
  CaughtSignals(const CaughtSignals&) = delete;
  CaughtSignals& operator=(const CaughtSignals&) = delete;

 private:
  static constexpr std::array kSignals = {SIGINT, SIGTERM};
  std::array<struct sigaction, kSignals.size()> before_{};
};

// Set by the first caught signal, and by a league at its deadline.
std::atomic<bool>& StopFlag();

}  // namespace couillon::tools
