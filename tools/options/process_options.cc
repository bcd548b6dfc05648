#include "tools/options/process_options.h"

#include <iostream>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "tools/options/option_names.h"
#include "tools/options/source_tree.h"

namespace couillon::tools {
namespace {

constexpr int kMostStderrMb = 1 << 20;

}  // namespace

void AddStderrOptions(CommandLine command, StderrOptions& options) {
  command.AddOption("--keep-stderr", options.directory,
                    "Folder in which the whole stderr output of every bot "
                    "process is kept; faults name the file");
  command
      .AddOption("--keep-stderr-size", options.mb,
                 "MB of stderr kept of a process; the rest is cut off")
      .Range(1, kMostStderrMb)
      .ShowDefault();
}

arena::KeptStderr ReadStderrOptions(const StderrOptions& options) {
  return {.directory = options.directory,
          .most_bytes = std::int64_t{options.mb} << 20};
}

void AddProcessOptions(CommandLine command, ProcessOptions& options) {
  command
      .AddOption("--isolation", options.isolation,
                 "bwrap: a sandbox and limits; none: limits alone; auto: the "
                 "sandbox if the machine can run it, else a warning")
      .OneOf({"auto", "none", "bwrap"});
  // One value each: a command or bots may follow.
  command
      .AddOption("--bot-env", options.request.bot_environment,
                 "Environment variable that bots get besides PATH, LANG and "
                 "the like: NAME or NAME=VALUE; the league stores it "
                 "(repeatable)")
      .Repeatable();
  command
      .AddOption("--bot-readable", options.request.readable_paths,
                 "File or folder that sandboxed bots may read besides their "
                 "own and those of the system (repeatable)")
      .Repeatable();
  command.AddOption(
      "--bot-memory", options.request.memory_mb,
      "MB of memory for all processes of a bot together (0: no limit)");
  command.AddOption("--bot-cpu", options.request.cpu_seconds,
                    "Seconds of CPU time per process (0: no limit)");
  command.AddOption("--bot-processes", options.request.processes,
                    "Processes per bot at a time (0: no limit)");
  command.AddOption("--bot-files", options.request.open_files,
                    "Open files per process (0: no limit)");
  command.AddOption(
      "--bot-file-size", options.request.file_mb,
      "MB of the largest file that a bot may write (0: no limit)");
  command
      .AddOption("--bot-scratch", options.request.scratch_mb,
                 "MB of scratch space, in memory, for a sandboxed bot")
      .Range(1, arena::kMostScratchMb);
}

void AddTokenOption(CommandLine command, std::vector<std::string>& tokens) {
  command
      .AddOption("--bot-token", tokens,
                 "Token file or variable that the stored league may send to "
                 "its remote bot (repeatable)")
      .Repeatable();
}

void AddStoredBotOptions(CommandLine command, StoredBotOptions& options) {
  command
      .AddOption("--isolation", options.isolation,
                 "none: permit a stored league without a sandbox to run its "
                 "programs with all your rights; bwrap: start them in a "
                 "sandbox, whatever is stored")
      .OneOf({"none", "bwrap"});
  command
      .AddOption("--bot-readable", options.permission.readable_paths,
                 "File or folder that the stored league may show to its "
                 "sandboxed bots (repeatable)")
      .Repeatable();
  command
      .AddOption("--bot-env", options.permission.environment,
                 "Environment variable that the stored league may give to its "
                 "sandboxed bots, as stored: NAME or NAME=VALUE (repeatable)")
      .Repeatable();
  AddTokenOption(command, options.permission.tokens);
}

arena::StartPermission ReadStoredBotOptions(const StoredBotOptions& options) {
  arena::StartPermission permission = options.permission;
  permission.own_folders = SharedPaths();  // in every sandbox
  if (options.isolation == "none") {
    permission.isolation = arena::IsolationRequest::kLimits;
  }
  if (options.isolation == "bwrap") {
    permission.isolation = arena::IsolationRequest::kSandbox;
  }
  return permission;
}

std::string StoredBotOptionsText(const couillon::v1::LeagueConfig& config,
                                 const std::string& directory,
                                 arena::StartPermission given) {
  given.own_folders = SharedPaths();
  return arena::PermissionText(config, directory, given);
}

arena::ProcessRequest ReadProcesses(const ProcessOptions& options) {
  arena::ProcessRequest request = options.request;
  request.isolation =
      options.isolation == "none"    ? arena::IsolationRequest::kLimits
      : options.isolation == "bwrap" ? arena::IsolationRequest::kSandbox
                                     : arena::IsolationRequest::kAuto;
  return request;
}

absl::Status SetProcesses(const ProcessOptions& options,
                          v1::LeagueConfig& config) {
  const absl::StatusOr<std::string> no_sandbox =
      arena::SetProcesses(ReadProcesses(options), config);
  if (!no_sandbox.ok()) return WithOptionName(no_sandbox.status());
  WarnOfNoSandbox(*no_sandbox);
  return absl::OkStatus();
}

void WarnOfNoSandbox(const std::string& problem) {
  if (problem.empty()) return;
  std::cerr << absl::StrFormat(
      "Warning: NO SANDBOX: bots run with all your rights. Play only bots that "
      "you trust; --isolation none silences this warning. `couillon sandbox` "
      "shows all parts; the first one that is missing: %s.\n",
      problem);
}

}  // namespace couillon::tools
