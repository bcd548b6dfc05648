// Completions for shells: commands, options, the values of options that are
// listed in the help, and ids of rulesets (options whose value is
// kRulesetValue); file names elsewhere. Each function returns a script that the
// shell reads; it starts no program.
#pragma once

#include <string>
#include <vector>

#include "tools/options/command_info.h"

namespace couillon::tools {

std::string BashCompletion(const CommandInfo& program,
                           const std::vector<std::string>& rulesets);
std::string ZshCompletion(const CommandInfo& program,
                          const std::vector<std::string>& rulesets);
std::string FishCompletion(const CommandInfo& program,
                           const std::vector<std::string>& rulesets);

}  // namespace couillon::tools
