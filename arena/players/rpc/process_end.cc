// Polls until the process has ended, or is not ending in time.

#include "arena/players/rpc/process_end.h"

#include <chrono>
#include <thread>

namespace couillon::arena {
namespace {

using std::chrono::milliseconds;

// The time that the end of a process may follow that of its connection.
constexpr milliseconds kUntilItEnds(200);
// The time that the exit status of an ending process may take to arrive.
constexpr milliseconds kUntilItsStatus(60'000);

}  // namespace

bool EndsByItself(BotProcess& process, const Clock& clock) {
  const Clock::time_point closed = clock.Now();
  bool ends = false;
  while (!process.HasEnded()) {
    ends = ends || process.ServerIsEnding();
    if (clock.Now() > closed + (ends ? kUntilItsStatus : kUntilItEnds)) {
      return ends;
    }
    std::this_thread::sleep_for(milliseconds(1));
  }
  return true;
}

}  // namespace couillon::arena
