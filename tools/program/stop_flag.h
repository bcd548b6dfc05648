// The end of a long command by SIGINT or SIGTERM.
#pragma once

#include <atomic>

namespace couillon::tools {

// Lets the first SIGINT or SIGTERM set StopFlag(); a second one ends the
// program.
void CatchSignals();

// Set by the first signal after CatchSignals(), and by a league at its
// deadline.
std::atomic<bool>& StopFlag();

}  // namespace couillon::tools
