// getrusage for processes and a clock for the thread.

#include "arena/players/system/cpu_time.h"

#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>

#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) +
         static_cast<double>(time.tv_usec) * 1e-6;
}

double CpuSeconds(int who) {
  rusage usage{};
  COUILLON_CHECK(getrusage(who, &usage) == 0);
  return Seconds(usage.ru_utime) + Seconds(usage.ru_stime);
}

}  // namespace

double OwnCpuSeconds() { return CpuSeconds(RUSAGE_SELF); }
double ChildCpuSeconds() { return CpuSeconds(RUSAGE_CHILDREN); }

double ThreadCpuSeconds() {
  timespec time{};
  COUILLON_CHECK(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0);
  return static_cast<double>(time.tv_sec) +
         static_cast<double>(time.tv_nsec) * 1e-9;
}

}  // namespace couillon::arena
