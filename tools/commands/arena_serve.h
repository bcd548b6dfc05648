// couillon arena serve: plays the rounds of an arena with bots that connect to
// it.
#pragma once

#include "tools/options/command_line.h"

namespace couillon::tools {

// Adds the subcommand to `couillon arena`.
void AddArenaServeCommand(CommandLine arena);

}  // namespace couillon::tools
