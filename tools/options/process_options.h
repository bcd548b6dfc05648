// The options for what bots' processes may do and see: the same for all
// commands that start bots.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/process/process_limits.h"
#include "arena/process/sandbox.h"
#include "couillon/v1/league.pb.h"

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11 named it
class App;
}  // namespace CLI

namespace couillon::tools {

struct ProcessOptions {
  std::string isolation = "auto";
  std::vector<std::string> environment;  // NAME or NAME=VALUE
  std::vector<std::string> shown;        // paths
  std::uint32_t memory_mb = 4096;
  std::uint32_t cpu_seconds = 0;
  std::uint32_t processes = 256;
  std::uint32_t open_files = 4096;
  std::uint32_t file_mb = 1024;
  std::uint32_t scratch_mb = 256;
};

void AddProcessOptions(CLI::App& command, ProcessOptions& options);

// Writes them into a configuration: limits, what is passed and shown, and which
// isolation the wish comes out as here. `auto` without a sandbox says so on
// stderr, as the first thing that a command prints. FailedPrecondition if the
// sandbox is insisted on and cannot be had; InvalidArgument names an option.
absl::Status SetProcesses(const ProcessOptions& options,
                          v1::LeagueConfig& config);

// The limits of a configuration as processes have them.
arena::ProcessLimits ProcessLimitsOf(const v1::LeagueConfig& config);

// The sandbox of a configuration, with its shown paths; nothing if it has none.
std::optional<arena::Sandbox> SandboxOf(const v1::LeagueConfig& config);

}  // namespace couillon::tools
