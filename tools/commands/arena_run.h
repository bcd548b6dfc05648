// couillon arena run: plays the rounds of an arena.
#pragma once

#include "tools/options/command_line.h"

namespace couillon::tools {

// Adds the subcommand to `couillon arena`.
void AddArenaRunCommand(CommandLine arena);

}  // namespace couillon::tools
