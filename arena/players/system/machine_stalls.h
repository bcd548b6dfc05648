// What the machine did in the last minutes: whether it ran this program when it
// should have, and what the bots used meanwhile. A bot that gives no answer in
// such a time may not be to blame.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <string>

#include "arena/table/referee/clock.h"

namespace couillon::arena {

// Totals since any moment, in seconds; they never fall. 0 where the kernel does
// not count them.
struct MachineTotals {
  double late = 0;        // by which a thread that sleeps was woken too late
  double stolen = 0;      // CPU time that the host gave to others (steal time)
  double thrashed = 0;    // in which all tasks waited for memory (PSI, "full")
  double processors = 1;  // whose CPU time may be stolen; no total
};

// Reads `stolen`, `thrashed` and `processors` from /proc.
MachineTotals ReadMachineTotals();

// What the processes of a bot used, on all workers.
struct OwnTotals {
  double cpu = 0;           // seconds, a total; it never falls
  double memory_share = 0;  // of its limit, at this moment
};

// Values of a kind at ascending times, as long as they are needed.
template <typename Value>
class TimeLine {
 public:
  void Add(Clock::time_point time, const Value& value) {
    looks_.push_back({time, value});
    while (time - looks_.front().time > kKept) looks_.pop_front();
  }
  // Visits the looks from the last one at or before `since`.
  template <typename Visit>
  void VisitSince(Clock::time_point since, Visit visit) const {
    std::size_t at = looks_.size();
    while (at > 0 && looks_[at - 1].time > since) --at;
    for (at = at > 0 ? at - 1 : 0; at < looks_.size(); ++at) {
      visit(looks_[at].time, looks_[at].value);
    }
  }

 private:
  // Longer waits are judged by this much of them.
  static constexpr Clock::duration kKept = std::chrono::minutes(2);
  struct Look {
    Clock::time_point time;
    Value value;
  };
  std::deque<Look> looks_;
};

// Returns the reason why a bot that has been silent since `since` may not be to
// blame: the machine stalled for at least a quarter of that time, and the bot's
// own processes are not the cause, as they used less than a quarter of a
// processor and less than half of their memory. Empty otherwise.
std::string StallExcuse(const TimeLine<MachineTotals>& machine,
                        const TimeLine<OwnTotals>& bot,
                        Clock::time_point since);

}  // namespace couillon::arena
