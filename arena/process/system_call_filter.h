// What a sandboxed bot may ask of the kernel: all that an ordinary program
// needs, but nothing through which two processes that can write to no common
// folder could still talk (locks and change notices of files that both read,
// keyrings), and nothing that only widens the kernel's surface.
#pragma once

#include <linux/filter.h>

#include <span>

namespace couillon::arena {

// The filter as the kernel takes it (seccomp(2), classic BPF). Calls that lock
// a file succeed and lock nothing: a failure would stop programs that lock
// files of their own. The other calls fail as in a kernel without them.
// System calls of another architecture are refused altogether.
std::span<const sock_filter> SandboxedSystemCalls();

// Puts the calling process and all that it starts under `filter`, for ever,
// and denies them new privileges. Returns whether the kernel took it. Safe
// between fork and exec.
bool EnterSystemCallFilter(std::span<const sock_filter> filter);

}  // namespace couillon::arena
