// couillon arena status: who plays, what is played and what bots have used.
#pragma once

#include "tools/options/command_line.h"

namespace couillon::tools {

// Adds the subcommand to `couillon arena`.
void AddArenaStatusCommand(CommandLine arena);

}  // namespace couillon::tools
