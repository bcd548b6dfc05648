// couillon arena init: makes an arena without bots.
#pragma once

#include "tools/options/command_line.h"

namespace couillon::tools {

// Adds the subcommand to `couillon arena`.
void AddArenaInitCommand(CommandLine arena);

}  // namespace couillon::tools
