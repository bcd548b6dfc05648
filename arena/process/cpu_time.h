// CPU time in seconds.
#pragma once

namespace couillon::arena {

// Of this process, all its threads together.
double OwnCpuSeconds();
// Of children that have ended and been waited for, with theirs.
double ChildCpuSeconds();
// Of the calling thread.
double ThreadCpuSeconds();

}  // namespace couillon::arena
