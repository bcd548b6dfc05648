// The processors that this process may use.
#pragma once

#include <vector>

namespace couillon::arena {

// Their numbers, ascending, as sched_getaffinity says; never empty.
std::vector<int> AllowedCpus();

}  // namespace couillon::arena
