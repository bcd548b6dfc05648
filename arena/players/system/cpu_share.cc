// The affinity of the process, read and restricted.

#include "arena/players/system/cpu_share.h"

#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>

namespace couillon::arena {
namespace {

constexpr int kMaxCpus = 1 << 16;

// A set of processors of any size.
class CpuSet {
 public:
  explicit CpuSet(int cpus)
      : set_(CPU_ALLOC(cpus)), size_(CPU_ALLOC_SIZE(cpus)) {
    CPU_ZERO_S(size_, set_);
  }
  ~CpuSet() { CPU_FREE(set_); }
  CpuSet(const CpuSet&) = delete;
  CpuSet& operator=(const CpuSet&) = delete;

  [[nodiscard]] cpu_set_t* get() { return set_; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  cpu_set_t* set_;
  std::size_t size_;  // in bytes
};

}  // namespace

std::vector<int> AllowedCpus() {
  // The kernel refuses a set that is smaller than its own.
  for (int size = CPU_SETSIZE; size <= kMaxCpus; size *= 2) {
    CpuSet set(size);
    if (::sched_getaffinity(0, set.size(), set.get()) != 0) continue;
    std::vector<int> cpus;
    for (int cpu = 0; cpu < size; ++cpu) {
      if (CPU_ISSET_S(static_cast<std::size_t>(cpu), set.size(), set.get())) {
        cpus.push_back(cpu);
      }
    }
    return cpus;
  }
  return {0};
}

}  // namespace couillon::arena
