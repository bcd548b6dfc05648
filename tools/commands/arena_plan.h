// couillon arena plan, couillon arena merge: rounds of an arena on many
// machines.
#pragma once

#include "tools/options/command_line.h"

namespace couillon::tools {

// Adds the subcommands to `couillon arena`.
void AddArenaPlanCommands(CommandLine arena);

}  // namespace couillon::tools
