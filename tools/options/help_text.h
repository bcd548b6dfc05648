// The help of a command as it is printed: headings, columns, at most 100 wide.
#pragma once

#include <string>

#include "tools/options/command_info.h"

namespace couillon::tools {

// Returns the help of `command`; with `all` also its rarely used options.
std::string HelpText(const CommandInfo& command, bool all);

}  // namespace couillon::tools
