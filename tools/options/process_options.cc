#include "tools/options/process_options.h"

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <iostream>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/league/process_setup.h"
#include "couillon/v1/league.pb.h"
#include "tools/options/option_names.h"

namespace couillon::tools {

void AddProcessOptions(CLI::App& command, ProcessOptions& options) {
  command
      .add_option("--isolation", options.isolation,
                  "bwrap: a sandbox and limits; none: limits alone; auto: the "
                  "sandbox where it can be had, else a warning")
      ->check(CLI::IsMember({"auto", "none", "bwrap"}));
  command.add_option("--bot-env", options.request.bot_environment,
                     "Variables that bots get besides PATH, LANG and their "
                     "like: NAME or NAME=VALUE; the league keeps what is "
                     "written here");
  command.add_option("--bot-show", options.request.readable_paths,
                     "Files and folders that sandboxed bots may read besides "
                     "their own and those of the system");
  command.add_option("--bot-memory", options.request.memory_mb,
                     "MB that a bot's processes may hold together (0: any)");
  command.add_option("--bot-cpu", options.request.cpu_seconds,
                     "Seconds of processor time of each process (0: any)");
  command.add_option("--bot-processes", options.request.processes,
                     "Processes that a bot may have at a time (0: any)");
  command.add_option("--bot-files", options.request.open_files,
                     "Files that a process may have open (0: any)");
  command.add_option("--bot-file-size", options.request.file_mb,
                     "MB of the largest file that a bot may write (0: any)");
  command
      .add_option("--bot-scratch", options.request.scratch_mb,
                  "MB that a sandboxed bot may write in all, in memory")
      ->check(CLI::Range(1, arena::kMostScratchMb));
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
      "Warning: NO SANDBOX: bots run with all your rights (%s). Play only bots "
      "that you trust, or install bubblewrap; --isolation none leaves out this "
      "line.\n",
      problem);
}

}  // namespace couillon::tools
