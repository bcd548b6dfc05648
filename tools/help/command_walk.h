// What the completions of all shells need to know of the commands.
#pragma once

#include <functional>
#include <string>

#include "tools/options/command_info.h"

namespace couillon::tools {

// Calls `visit` for the program and every command below it, a command before
// those in it.
void ForEachCommand(const CommandInfo& program,
                    const std::function<void(const CommandInfo&)>& visit);

// "couillon league run".
std::string FullName(const CommandInfo& command);

// Whether the values of `option` are ids of rulesets.
bool TakesRuleset(const OptionInfo& option);

// `text` in single quotes, as bash and zsh read it.
std::string SingleQuoted(const std::string& text);

}  // namespace couillon::tools
