// The supervisor: a small process between the referee and a bot. Every
// descendant of a bot, in any session or process group, becomes the
// supervisor's child when its parent dies, so that the supervisor can end them
// all. It does so on the referee's order, or when the referee has ended for any
// reason.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <span>

#include "arena/players/process/sandbox_entry.h"
#include "arena/players/system/process_limits.h"

namespace couillon::arena {

// The supervisor's messages to the referee, through a socket that it closes at
// the end.
struct SupervisorReport {
  enum class Kind : std::int32_t {
    kScratch,  // comes with a descriptor of the bot's scratch folder
    kEnded,    // the bot itself has ended; its children may live on
    kAllEnded  // all the bot's processes have ended
  };
  Kind kind = Kind::kEnded;
  std::int32_t wait_status = 0;  // kEnded
  std::int64_t cpu_us = 0;       // kAllEnded: CPU time of reaped processes
};

// Why a bot's program does not run: the step that failed, and the errno.
struct StartError {
  enum class Step : std::int32_t { kProgram, kSandbox, kProc };
  Step step = Step::kProgram;
  std::int32_t error = 0;
};

// The supervisor's orders. It owns the descriptors.
struct SupervisorOrders {
  char** arguments = nullptr;  // of the bot
  char** environment = nullptr;
  const char* directory = nullptr;  // where it runs; null: here
  ProcessLimits limits;
  const ScratchOrders* scratch = nullptr;  // null: no sandbox
  // Files of cgroups; a process that writes "0" there becomes a member.
  std::span<const int> cgroup_fds;
  int control_fd = -1;  // the control pipe; a byte or its close: end the bot
  int report_fd = -1;
  int stderr_fd = -1;  // becomes the bot's stderr
  int error_fd = -1;   // receives a StartError if the program does not run
};

// Turns this process into the supervisor of a bot. Called in a new child of a
// process with threads; uses only functions that are safe there.
[[noreturn]] void SuperviseBot(const SupervisorOrders& orders);

}  // namespace couillon::arena
