// Answers to the system calls of a sandboxed bot that the kernel does not
// answer itself (system_call_filter.h).
#pragma once

namespace couillon::arena {

// Answers the next call that waits at `listener`, the descriptor that came with
// the filter. sysinfo(2) shows the machine's memory, all of it free, no load,
// and a single process: the real counters would let one bot process signal to
// another. Returns false if no process uses the filter any more. Safe between
// fork and exec.
bool AnswerSystemCall(int listener);

}  // namespace couillon::arena
