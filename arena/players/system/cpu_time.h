// CPU time in seconds.
#pragma once

namespace couillon::arena {

// The CPU time of this process, all threads together.
double OwnCpuSeconds();
// The CPU time of ended children that were waited for, and of the descendants
// that those waited for.
double ChildCpuSeconds();
// The CPU time of the calling thread.
double ThreadCpuSeconds();

}  // namespace couillon::arena
