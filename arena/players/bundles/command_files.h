// The files of a bot that is a command without a directory, as they travel: the
// script, the program or the data that its words name.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"

namespace couillon::v1 {
class BotEntry;
}  // namespace couillon::v1

namespace couillon::arena {

struct CommandFile {
  std::string name;    // as the command has it
  std::string digest;  // of its content
  std::string member;  // its place in the bundle, which keeps its file name
};

// The files of `entry` that travel: those that count for its identity and that
// a word of its command names, also after "=". A program that PATH finds does
// not; each machine has its own. Files of one folder are in one folder of the
// bundle. None if the bot has a directory or no command. Requires: the bot has
// its identity.
std::vector<CommandFile> ListCommandFiles(const v1::BotEntry& entry);

// OK if `folder` has all members with their content. FailedPrecondition names
// the first file that is missing or differs.
absl::Status CheckMembers(const std::vector<CommandFile>& files,
                          const std::string& folder);

// Makes the command of `entry`, and the files of its identity, name the members
// in `folder` in place of those files that are not on this machine with their
// content. A file that is there is used there: it has its neighbours, which do
// not travel.
void UseMembers(const std::vector<CommandFile>& files,
                const std::string& folder, v1::BotEntry& entry);

// Returns true if each file is on this machine, where the command names it.
bool AreHere(const std::vector<CommandFile>& files);

// A warning about a bot whose command's files travel: that other files beside
// them, and folders that the command names, do not. Empty if there are none.
std::string TravelWarning(const v1::BotEntry& entry);

}  // namespace couillon::arena
