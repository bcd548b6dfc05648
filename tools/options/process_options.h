// The options that limit and isolate the processes of bots: the same for all
// commands that start bots.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "arena/league/setup/launch.h"
#include "arena/league/setup/limits.h"
#include "arena/league/setup/process_setup.h"
#include "arena/league/setup/start_permission.h"
#include "couillon/v1/league.pb.h"
#include "tools/options/allow_option.h"
#include "tools/options/command_line.h"

namespace couillon::tools {

struct ProcessOptions {
  std::string isolation = "auto";  // or none, bwrap
  arena::StartPermission allowed;  // what bots may use besides their own
};

// Limits of bots, as --limit has them.
struct LimitOptions {
  std::vector<std::string> texts;
  // Those that the command has.
  arena::LimitUses uses;
};

// Adds --limit for the limits of these uses.
void AddLimitOption(CommandLine command, LimitOptions& options,
                    arena::LimitUses uses);
// Sets the limits of all and of those bots. Errors name the option.
absl::Status ReadLimitOptions(const LimitOptions& options, v1::Limits& all,
                              std::vector<v1::BotEntry>& bots);

// Adds --concurrency, the number of workers; 0 is one per core.
void AddConcurrencyOption(CommandLine command, int& workers);

// Adds --keep-stderr.
void AddStderrOption(CommandLine command, arena::KeptStderr& kept);

// Adds --isolation and --allow, which has `more` kinds besides those of bots.
void AddProcessOptions(CommandLine command, ProcessOptions& options,
                       std::vector<Permission> more = {});

// Returns the complete request.
arena::ProcessRequest ReadProcesses(const ProcessOptions& options);

// The options of a command that starts the bots of a stored league: they permit
// what it asks for (arena/league/setup/start_permission.h).
struct StoredBotOptions {
  std::string isolation;  // none, bwrap; empty: as stored, if in a sandbox
  arena::StartPermission allowed;
};

// Adds --isolation and --allow, which has `more` kinds besides those of bots.
void AddStoredBotOptions(CommandLine command, StoredBotOptions& options,
                         std::vector<Permission> more = {});

// Returns the complete permission.
arena::StartPermission ReadStoredBotOptions(const StoredBotOptions& options);

// Returns the options that a command needs to play what is stored in
// `directory`, as text that follows it; `given` are those of this command.
std::string StoredBotOptionsText(const couillon::v1::LeagueConfig& config,
                                 const std::string& directory,
                                 arena::StartPermission given = {});

// Calls arena::SetProcesses. Errors name options. If there is no sandbox,
// prints a warning on stderr.
absl::Status SetProcesses(const ProcessOptions& options,
                          const v1::Limits& limits, v1::LeagueConfig& config);

// Warns on stderr that bots run without a sandbox because of `problem`; prints
// nothing if it is empty. Called before a command prints anything else.
void WarnOfNoSandbox(const std::string& problem);

}  // namespace couillon::tools
