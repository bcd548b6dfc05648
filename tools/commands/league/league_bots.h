// couillon league add, couillon league replace.
#pragma once

#include "tools/options/command_line.h"

namespace couillon::tools {

void AddAddCommand(CommandLine league);
void AddReplaceCommand(CommandLine league);

}  // namespace couillon::tools
