// The option --color: whether text on a terminal has colours.
#pragma once

#include <string>

#include "tools/options/command_line.h"

namespace couillon::tools {

// Adds --color to a command; `color` stays "auto" without it.
void AddColorOption(CommandLine command, std::string& color);

// Whether stdout shall have colours: with "auto" if it is a terminal, unless
// the environment has NO_COLOR (not empty) or a TERM of "dumb" or none.
// Requires: a text that the option allows.
bool UsesColor(const std::string& color);

}  // namespace couillon::tools
