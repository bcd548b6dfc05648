// The options for what bots' processes may do and see: the same for all
// commands that start bots.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "arena/league/process_setup.h"
#include "couillon/v1/league.pb.h"
#include "tools/options/command_line.h"

namespace couillon::tools {

struct ProcessOptions {
  std::string isolation = "auto";  // or none, bwrap
  arena::ProcessRequest request;   // but for its isolation
};

void AddProcessOptions(CommandLine command, ProcessOptions& options);

// The request, complete.
arena::ProcessRequest ReadProcesses(const ProcessOptions& options);

// arena::SetProcesses; the errors name options, and a missing sandbox is said
// on stderr.
absl::Status SetProcesses(const ProcessOptions& options,
                          v1::LeagueConfig& config);

// Says on stderr that bots run without a sandbox, and why; nothing if `problem`
// is empty. The first thing that a command prints.
void WarnOfNoSandbox(const std::string& problem);

}  // namespace couillon::tools
