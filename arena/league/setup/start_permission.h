// What a command line permits the bots of a stored league. The configuration of
// a league or an arena may come from a stranger: alone, it starts no program
// outside the sandbox, and shows or sends nothing of this user's.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/league/setup/process_setup.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

struct StartPermission {
  // Whether this command line made the configuration: then nothing is missing.
  bool asked_here = false;
  // Whether it named the bots: then their folders and tokens are not missing.
  bool named_here = false;
  // kLimits: programs of a league without a sandbox may start with all rights
  // of the user. kSandbox: they start in the sandbox, whatever is stored.
  IsolationRequest isolation = IsolationRequest::kAuto;
  std::vector<std::string> readable_paths;  // for sandboxed bots
  // Folders of the league itself: what lies in them may be shown to its bots.
  std::vector<std::string> own_folders;
  std::vector<std::string> environment;  // for them: NAME or NAME=VALUE
  // Files and environment variables whose tokens may be sent to remote bots.
  std::vector<std::string> tokens;
};

// The permission for a configuration that this command line made.
StartPermission AskedHere();

// Returns the configuration with the isolation that its bots start with. It is
// stored in `directory`; empty: nowhere. FailedPrecondition lists each option
// that is missing, what it permits, and the programs.
absl::StatusOr<v1::LeagueConfig> PermittedConfig(
    const v1::LeagueConfig& config, const StartPermission& permission,
    const std::string& directory);

// The options that permit all that the configuration in `directory` asks for,
// as text that follows a command, each word after a blank; in the sandbox if
// `given` starts the bots there.
std::string PermissionText(const v1::LeagueConfig& config,
                           const std::string& directory,
                           const StartPermission& given);
// The options that give `permission` again, to pass it on.
std::vector<std::string> OptionsOf(const StartPermission& permission);

// The programs that a configuration starts, a line for each bot: its name, its
// command and its directory. Empty if it starts none.
std::string ProgramsText(const v1::LeagueConfig& config);

}  // namespace couillon::arena
