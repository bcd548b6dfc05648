// The processors that this process may use.
#pragma once

#include <vector>

namespace couillon::arena {

// Their numbers, ascending, as sched_getaffinity says; never empty.
std::vector<int> AllowedCpus();

// While it lives, this thread and the processes that it starts may use only
// `cpus`. No effect if the kernel refuses.
class CpuRestriction {
 public:
  explicit CpuRestriction(const std::vector<int>& cpus);
  ~CpuRestriction();
  CpuRestriction(const CpuRestriction&) = delete;
  CpuRestriction& operator=(const CpuRestriction&) = delete;

 private:
  std::vector<int> before_;
};

}  // namespace couillon::arena
