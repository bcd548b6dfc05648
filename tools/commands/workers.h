// How many workers a command starts.
#pragma once

namespace couillon::tools {

// Returns `concurrency`, or one worker per core if it is 0. At least 1.
// Requires: concurrency >= 0.
int WorkersFor(int concurrency);

}  // namespace couillon::tools
