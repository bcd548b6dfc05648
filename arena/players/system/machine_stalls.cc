// Shares of the time between the first and the last look.
#include "arena/players/system/machine_stalls.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <optional>
#include <utility>

#include "absl/strings/str_format.h"

namespace couillon::arena {
namespace {

// Parts of the time of silence.
constexpr double kStalled = 0.25;
constexpr double kOwnCpu = 0.25;  // of one processor
constexpr double kOwnMemory = 0.5;

double Seconds(Clock::duration time) {
  return std::chrono::duration<double>(time).count();
}

}  // namespace

MachineTotals ReadMachineTotals() {
  MachineTotals totals;
  totals.processors =
      static_cast<double>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
  // "cpu user nice system idle iowait irq softirq steal ..."
  std::ifstream stat("/proc/stat");
  std::string label;
  double ticks = 0;
  stat >> label;
  for (int field = 1; field <= 8 && stat >> ticks; ++field) {
    if (field == 8) {
      totals.stolen = ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
    }
  }
  // "full avg10=0.00 avg60=0.00 avg300=0.00 total=MICROSECONDS"
  std::ifstream pressure("/proc/pressure/memory");
  for (std::string line; std::getline(pressure, line);) {
    double microseconds = 0;
    if (std::sscanf(line.c_str(), "full %*s %*s %*s total=%lf",
                    &microseconds) == 1) {
      totals.thrashed = microseconds * 1e-6;
    }
  }
  return totals;
}

std::string StallExcuse(const TimeLine<MachineTotals>& machine,
                        const TimeLine<OwnTotals>& bot,
                        Clock::time_point since) {
  std::optional<std::pair<Clock::time_point, MachineTotals>> first;
  std::pair<Clock::time_point, MachineTotals> last;
  machine.VisitSince(since, [&](Clock::time_point time, const auto& totals) {
    last = {time, totals};
    if (!first) first = last;
  });
  if (!first || last.first <= first->first) return {};
  const double passed = Seconds(last.first - first->first);
  std::optional<double> cpu_before;
  double cpu = 0;
  double memory = 0;
  bot.VisitSince(since, [&](Clock::time_point /*time*/, const auto& totals) {
    if (!cpu_before) cpu_before = totals.cpu;
    cpu = totals.cpu;
    memory = std::max(memory, totals.memory_share);
  });
  // A bot whose use is not known has no excuse.
  if (!cpu_before || cpu - *cpu_before >= kOwnCpu * passed ||
      memory >= kOwnMemory) {
    return {};
  }
  const MachineTotals& from = first->second;
  const MachineTotals& to = last.second;
  const double late = to.late - from.late;
  const double stolen = (to.stolen - from.stolen) / to.processors;
  const double thrashed = to.thrashed - from.thrashed;
  const double stalled = std::max({late, stolen, thrashed});
  if (stalled < kStalled * passed) return {};
  const char* const how = stalled == late     ? "woke the referee too late"
                          : stalled == stolen ? "lost its processors to others"
                                              : "waited for memory";
  return absl::StrFormat("the machine %s for %.1f of %.1f s", how, stalled,
                         passed);
}

}  // namespace couillon::arena
