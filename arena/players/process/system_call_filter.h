// The system calls that a sandboxed bot may use: all that an ordinary program
// needs. Refused are those through which two processes without a common
// writable folder could communicate (locks and change notices of files that
// both read, keyrings, counters of the machine or of the account), and those
// that only widen the kernel's attack surface.
#pragma once

#include <linux/filter.h>

#include <span>

namespace couillon::arena {

// The filter in the kernel's format (seccomp(2), classic BPF). Calls that lock
// a file succeed without locking: a failure would stop programs that lock their
// own files. The supervisor answers sysinfo(2) (system_call_answers.h). Other
// refused calls fail as in a kernel without them. All system calls of another
// architecture are refused.
std::span<const sock_filter> SandboxedSystemCalls();

// Applies `filter` permanently to the calling process and its future children,
// and denies them new privileges. Returns whether the kernel accepted it.
// `listener` becomes a descriptor of the calls that another process answers, or
// -1 if this process already has one of another filter: these calls then fail.
// Safe between fork and exec.
bool EnterSystemCallFilter(std::span<const sock_filter> filter, int& listener);

}  // namespace couillon::arena
