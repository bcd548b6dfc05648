// The part of the file system that a sandboxed bot can read: the system's
// programs, and the files that its command needs; never a home directory or
// other users' files in shared folders.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "arena/players/process/bot_program.h"

namespace couillon::arena {

// The paths that the user shows to bots, or hides from them.
struct SandboxPaths {
  std::vector<std::string> shown;         // in addition to the command's files
  std::vector<std::string> hidden;        // folders, empty for the bot
  std::vector<std::string> hidden_files;  // not readable for the bot
};

// One path of the sandbox. Later ones in a list cover earlier ones.
struct ViewedPath {
  enum class Kind { kShown, kHiddenFolder, kHiddenFile, kLink };
  Kind kind = Kind::kShown;
  std::string path;
  std::string target;  // of a link
};

// Returns true if `path`, absolute and without links, is in a folder of the
// system, such as /usr: these are in every view, and no part of a bot.
bool IsOfTheSystem(const std::filesystem::path& path);

// The view of `program`, in mount order: /usr and its links, /etc without the
// files that other users cannot read, and
//
//   - for a bot with its own directory: that directory, and the programs on
//     PATH; its command is untrusted, and any other path that it names stays
//     hidden;
//   - for a command: the working directory, the program's installation, and the
//     folder of each file that the command names, unless that folder is a home
//     directory or is shared (/tmp, /var, ...): then only the file.
//
// Leagues (folders with a league.sqlite) in shown folders are hidden. An inner
// path takes precedence over an outer one.
std::vector<ViewedPath> ListViewedPaths(const BotProgram& program,
                                        const SandboxPaths& paths);

// The paths that ListViewedPaths() shows of this machine for the sake of
// `program` alone: real paths, without the system and without what PATH finds.
// These are what its command and directory name; the working directory of a
// command is not.
std::vector<std::string> NamedPaths(const BotProgram& program);

// The folder that the program of this process is installed in.
std::string OwnInstallation();

// Returns true if `path`, absolute and without links, holds home directories or
// shared files, such as /home, /tmp or a home directory: never shown as a
// whole.
bool IsSharedFolder(const std::filesystem::path& path);

// Returns true if `path` is `folder` or in it. Requires: both are normal.
bool IsBelow(const std::filesystem::path& path,
             const std::filesystem::path& folder);

// Returns what a bot cannot find in its view although it is there, and what
// helps: the first link, file or interpreter on the way to the program, or a
// path among its arguments. Empty if there is none. For the message on a bot
// that did not start.
std::string ProblemInView(const BotProgram& program, const SandboxPaths& paths);

}  // namespace couillon::arena
