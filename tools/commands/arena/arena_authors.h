// couillon arena admit and dismiss: who may submit bots over the network.
#pragma once

#include <string>

#include "tools/options/command_line.h"

namespace couillon::arena {
struct ArenaState;
}  // namespace couillon::arena

namespace couillon::tools {

// Adds the subcommands to `couillon arena`.
void AddArenaAuthorCommands(CommandLine arena);

// Says so on stderr if the arena takes no bots that dial in.
void WarnIfClosedToRemote(const arena::ArenaState& state,
                          const std::string& directory);

}  // namespace couillon::tools
