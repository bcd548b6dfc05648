#include "tools/options/bot_arguments.h"

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/setup.h"
#include "arena/league/trial_worker.h"
#include "arena/roster/bot_directory.h"
#include "arena/roster/remote_arguments.h"
#include "couillon/v1/league.pb.h"
#include "tools/options/command_line.h"
#include "tools/options/option_names.h"
#include "tools/options/process_options.h"
#include "tools/options/source_tree.h"

namespace couillon::tools {

void AddBotArguments(CommandLine command, BotArguments& options) {
  command
      .AddOption("bot", options.arguments,
                 std::string("A bot directory, or -- and a command with its "
                             "arguments, or ") +
                     arena::kAddressHelp)
      .Required();
  command
      .AddOption("--start-limit", options.request.start_seconds,
                 "Seconds within which the bot has to be ready")
      .Range(arena::kLeastLimitSeconds, arena::kMostLimitSeconds)
      .ShowDefault();
  command
      .AddOption("--st", options.request.move_seconds,
                 "Seconds within which the bot has to answer")
      .Range(arena::kLeastLimitSeconds, arena::kMostLimitSeconds)
      .ShowDefault();
  command.AddFlag("--allow-plaintext", options.allow_plaintext,
                  "Allow a grpc:// address (without TLS) on another machine");
  AddProcessOptions(command, options.process);
}

absl::StatusOr<v1::BotEntry> ReadBotArguments(const BotArguments& options) {
  const std::vector<std::string>& arguments = options.arguments;
  v1::BotEntry entry;
  std::error_code error;
  const bool directory = arguments.size() == 1 &&
                         std::filesystem::is_directory(arguments[0], error);
  if (directory || arena::IsRemote(arguments)) {
    absl::Status status = directory ? arena::ApplyManifest(arguments[0], entry)
                                    : arena::ReadRemoteArguments(
                                          arguments, *entry.mutable_remote());
    if (!status.ok()) return status;
    if (!directory) entry.set_name(arguments[0]);
    if (options.allow_plaintext) arena::AllowPlaintext(entry);
    return entry;
  }
  entry.set_name(std::filesystem::path(arguments[0]).filename().string());
  *entry.mutable_command() = {arguments.begin(), arguments.end()};
  return entry;
}

absl::StatusOr<arena::TrialWorker> MakeTrialWorker(const BotArguments& options,
                                                   const v1::BotEntry& bot) {
  arena::TrialRequest request = options.request;
  request.process = ReadProcesses(options.process);
  absl::StatusOr<arena::TrialWorker> worker =
      arena::MakeTrialWorker(request, bot, SharedPaths());
  if (!worker.ok()) return WithOptionName(worker.status());
  WarnOfNoSandbox(worker->no_sandbox);
  return worker;
}

}  // namespace couillon::tools
