// The sandbox of a bot: namespaces of its own for users, mounts, processes,
// network, IPC and host name (bubblewrap makes them), no capabilities, no new
// sessions' terminals, no nested namespaces, a filter of system calls, a view
// of the file system without homes, and memory instead of a disk to write to.
// docs/security.md says what that keeps from a bot and what it does not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arena/process/bot_program.h"
#include "arena/process/sandbox_view.h"

namespace couillon::arena {

struct Sandbox {
  SandboxPaths paths;
  // Megabytes that a bot can write, in its /tmp, /var/tmp, /run, /dev/shm and
  // the folder of its socket together. At least 1.
  std::uint32_t scratch_mb = 256;
};

// Returns the command that runs `program`, whose file has been found, in the
// sandbox. `own_folder` is the folder of the bot's socket. Requires: the
// scratch folder is mounted there (ScratchOrders).
std::vector<std::string> Sandboxed(const Sandbox& sandbox,
                                   const BotProgram& program,
                                   const std::string& own_folder);

}  // namespace couillon::arena
