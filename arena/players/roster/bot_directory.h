// Bots in directories with a manifest, bot.txtpb: finds, reads and builds them,
// and derives the command that the referee starts. See docs/write-a-bot.md.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/players/process/bot_program.h"

namespace couillon::v1 {
class BotEntry;
class BotManifest;
}  // namespace couillon::v1

namespace couillon::arena {

// A place to build the SDKs of an installed couillon, whose own folder only the
// administrator may write.

// Returns the tree in which the build commands of bots build SDKs: `tree`
// itself if it is a source tree. The tree of an installation (without arena/)
// is copied to the user's cache, couillon/sdk-HASH in XDG_CACHE_HOME or
// HOME/.cache; the hash is that of the files, so one copy serves all bots until
// couillon is updated. FailedPrecondition if neither variable is an absolute
// path; PermissionDenied if the copy cannot be made.
absl::StatusOr<std::string> TreeForBuilding(const std::string& tree);

// Returns true if `path` is a directory with a manifest.
bool IsBotDirectory(const std::string& path);

// The bot directories in the folder `path`, sorted by name.
std::vector<std::string> BotDirectoriesIn(const std::string& path);

// Reads and checks the manifest of a bot directory. The errors name the file,
// the field, what was found and what was expected.
absl::StatusOr<v1::BotManifest> ReadManifest(const std::string& directory);

// Fills the unset fields of `entry` from the manifest of `directory`. The error
// is that of ReadManifest, or names an option of the entry that the manifest
// lacks.
absl::Status ApplyManifest(const std::string& directory, v1::BotEntry& entry);

// Runs the manifest's build command in its directory, with the output of this
// process. COUILLON_SOURCE in its environment is `source`, the tree of couillon
// that contains the SDKs, or a copy of it (sdk_copy.h). OK if there is no build
// command; FailedPrecondition says how the command ended.
absl::Status BuildBot(const std::string& directory, const std::string& source);

// The program to execute for a bot: its command, run in its directory and with
// its options in the environment.
BotProgram ProgramOf(const v1::BotEntry& entry);
// The same as one command line, for messages.
std::vector<std::string> CommandOf(const v1::BotEntry& entry);

}  // namespace couillon::arena
