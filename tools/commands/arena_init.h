// couillon arena init: makes an arena without bots.
#pragma once

#include "tools/options/command_line.h"

namespace couillon::tools {

inline constexpr int kMostRounds = 1'000;  // of a Swiss

// Adds the subcommand to `couillon arena`.
void AddArenaInitCommand(CommandLine arena);

}  // namespace couillon::tools
