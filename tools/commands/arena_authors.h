// couillon arena admit and dismiss: who may submit bots over the network.
#pragma once

#include "tools/options/command_line.h"

namespace couillon::tools {

// Adds the subcommands to `couillon arena`.
void AddArenaAuthorCommands(CommandLine arena);

}  // namespace couillon::tools
