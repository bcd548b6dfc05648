// The part of the file system that a sandboxed bot can read: the system's
// programs, and what its own command needs; never a home directory, nor other
// users' files in shared folders.
#pragma once

#include <string>
#include <vector>

#include "arena/process/bot_program.h"

namespace couillon::arena {

// The paths that the user shows to bots, or hides from them.
struct SandboxPaths {
  std::vector<std::string> shown;         // besides what the command needs
  std::vector<std::string> hidden;        // folders, empty for the bot
  std::vector<std::string> hidden_files;  // that it cannot read
};

// One path of the sandbox. Later ones in a list cover earlier ones.
struct ViewedPath {
  enum class Kind { kShown, kHiddenFolder, kHiddenFile, kLink };
  Kind kind = Kind::kShown;
  std::string path;
  std::string target;  // of a link
};

// The view of `program`, in the order in which it has to be mounted: /usr and
// its links, /etc without what only root may read, and
//
//   - of a bot with a directory of its own: that directory, and the programs
//     on PATH; its command is untrusted, and any other path that it names
//     stays hidden;
//   - of a command: the working directory, the program's installation, and the
//     folder of each file that the command names, unless that is a home folder
//     or one that everybody shares (/tmp, /var, ...): then the file alone.
//
// Leagues (folders with a league.sqlite) in what is shown are hidden. A path
// that lies deeper wins over the one around it.
std::vector<ViewedPath> ViewOf(const BotProgram& program,
                               const SandboxPaths& paths);

}  // namespace couillon::arena
