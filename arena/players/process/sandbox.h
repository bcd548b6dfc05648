// The sandbox of a bot: its own namespaces for users, mounts, processes,
// network, IPC and host name (made by bubblewrap), no capabilities, no
// terminal, no nested namespaces, a system call filter, a view of the file
// system without home directories, and writable folders in memory instead of on
// disk. docs/security.md lists what this prevents and what it does not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arena/players/process/bot_program.h"
#include "arena/players/process/sandbox_view.h"

namespace couillon::arena {

struct Sandbox {
  SandboxPaths paths;
  // Megabytes that a bot can write, in its /tmp, /var/tmp, /run, /dev/shm and
  // the folder of its socket together. At least 1.
  std::uint32_t scratch_mb = 256;
};

// Returns the command that runs `program` in the sandbox. `own_folder` is the
// folder of the bot's socket. Requires: command[0] is a file (FindProgram); the
// scratch folder is mounted at `own_folder` (ScratchOrders).
std::vector<std::string> Sandboxed(const Sandbox& sandbox,
                                   const BotProgram& program,
                                   const std::string& own_folder);

}  // namespace couillon::arena
