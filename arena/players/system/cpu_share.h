// The processors that this process may use.
#pragma once

#include <filesystem>
#include <vector>

namespace couillon::arena {

// Their numbers, ascending, as sched_getaffinity says; never empty.
std::vector<int> AllowedCpus();

// Returns the CPU time that the control group in `folder`, or one above it up
// to `top`, may use, in processors: 1.5 is one and a half. Infinite without a
// quota.
double ReadCpuQuota(std::filesystem::path folder,
                    const std::filesystem::path& top);

// Returns how many threads can run at a time: AllowedCpus(), or the quota of
// this process's control groups if that is less, rounded down; at least 1. More
// threads would be stopped by the kernel for tens of milliseconds at a time.
int CountUsableCpus();

}  // namespace couillon::arena
