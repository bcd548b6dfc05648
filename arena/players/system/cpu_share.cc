// The affinity of the process, and the quotas of its control groups.

#include "arena/players/system/cpu_share.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fstream>
#include <limits>
#include <string>

#include "absl/strings/numbers.h"
#include "arena/players/system/own_cgroups.h"

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

constexpr double kNoQuota = std::numeric_limits<double>::infinity();

// The quota of one group: "max 100000", or microseconds of CPU time in a period
// (version 2); -1 or these in two files (version 1).
double QuotaOf(const std::filesystem::path& folder) {
  std::string quota;
  double period = 0;
  if (std::ifstream file(folder / "cpu.max"); !(file >> quota >> period)) {
    std::ifstream(folder / "cpu.cfs_quota_us") >> quota;
    std::ifstream(folder / "cpu.cfs_period_us") >> period;
  }
  double microseconds = 0;
  if (!absl::SimpleAtod(quota, &microseconds) || !(microseconds > 0) ||
      !(period > 0)) {
    return kNoQuota;
  }
  return microseconds / period;
}

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

double ReadCpuQuota(std::filesystem::path folder,
                    const std::filesystem::path& top) {
  double least = QuotaOf(folder);
  while (folder != top && folder != folder.parent_path()) {
    folder = folder.parent_path();
    least = std::min(least, QuotaOf(folder));
  }
  return least;
}

int CountUsableCpus() {
  auto usable = static_cast<double>(AllowedCpus().size());
  for (const OwnCgroup& own : FindOwnCgroups()) {
    usable = std::min(usable, ReadCpuQuota(own.folder, own.top));
  }
  return static_cast<int>(std::max(1.0, std::floor(usable)));
}

}  // namespace couillon::arena
