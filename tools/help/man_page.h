// Manual pages: what --help says, in the format of man(7).
#pragma once

#include <string>
#include <vector>

#include "tools/options/command_info.h"

namespace couillon::tools {

struct HelpFile {
  std::string name;  // of its file: "couillon-league-run.1"
  std::string text;
};

// The pages of a program and of all its commands. `version` stands at the foot
// of each.
std::vector<HelpFile> ManPages(const CommandInfo& program,
                               const std::string& version);

}  // namespace couillon::tools
