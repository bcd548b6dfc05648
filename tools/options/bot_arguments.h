// One bot on the command line, for commands that test a single bot: a bot
// directory, an address, or, after "--", a command.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/league/setup/trial_worker.h"
#include "couillon/v1/league.pb.h"
#include "tools/options/command_line.h"
#include "tools/options/process_options.h"

namespace couillon::tools {

struct BotArguments {
  std::vector<std::string> arguments;
  arena::TrialRequest request;  // except its process
  bool allow_plaintext = false;
  LimitOptions limits;
  ProcessOptions process;
};

// Adds the positional arguments, --limit and the options for the bot's
// processes.
void AddBotArguments(CommandLine command, BotArguments& options);

// Returns the bot that the arguments name. The error is that of the manifest,
// or names the argument.
absl::StatusOr<v1::BotEntry> ReadBotArguments(const BotArguments& options);

// "If it is not built yet: " and the command that builds it, for a bot
// directory with a command to build; empty otherwise. `program` is the name of
// this one.
std::string BuildHint(const std::string& program, const v1::BotEntry& bot);

// Calls arena::MakeTrialWorker. Errors name options. If there is no sandbox,
// prints a warning on stderr.
absl::StatusOr<arena::TrialWorker> MakeTrialWorker(const BotArguments& options,
                                                   const v1::BotEntry& bot);

}  // namespace couillon::tools
