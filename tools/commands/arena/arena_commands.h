// The subcommands of `couillon arena` that have a source of their own.
#pragma once

#include "tools/options/command_line.h"

namespace couillon::tools {

void AddArenaInitCommand(CommandLine arena);
void AddArenaPlanCommands(CommandLine arena);  // plan and merge
void AddArenaRunCommand(CommandLine arena);
void AddArenaServeCommand(CommandLine arena);
void AddArenaStatusCommand(CommandLine arena);

}  // namespace couillon::tools
