// --allow: what is refused unless the user permits it. One table has all kinds.
#pragma once

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "arena/league/setup/start_permission.h"
#include "tools/options/command_line.h"

namespace couillon::tools {

// A kind of the table that a command has, and what it sets: a kind with a
// value, such as read:PATH, adds the value to a list.
struct Permission {
  std::string kind;
  std::variant<bool*, std::function<void()>, std::vector<std::string>*> target;
};

// read, env and token, which the bots of most commands may need.
std::vector<Permission> BotPermissions(arena::StartPermission& permission);

// Adds --allow with these kinds. Requires: the table has them, and the targets
// outlive the parser.
void AddAllowOption(CommandLine command,
                    const std::vector<Permission>& permissions);

// The table of kinds as text: two lines or more for each.
std::string AllowHelp();

}  // namespace couillon::tools
