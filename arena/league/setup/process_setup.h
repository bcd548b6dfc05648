// The limits and the sandbox of bots' processes: a request becomes fields of a
// LeagueConfig, and these become the settings of a process.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/players/process/sandbox.h"
#include "arena/players/system/process_limits.h"

namespace couillon::v1 {
class LeagueConfig;
class Limits;
}  // namespace couillon::v1

namespace couillon::arena {

enum class IsolationRequest : std::uint8_t {
  kAuto,     // the sandbox where it works, else limits alone
  kLimits,   // limits alone
  kSandbox,  // the sandbox, or an error
};

struct ProcessRequest {
  IsolationRequest isolation = IsolationRequest::kAuto;
  // Variables besides those that every bot gets: NAME or NAME=VALUE.
  std::vector<std::string> bot_environment;
  // Files and folders that sandboxed bots may read besides their own and those
  // of the system. They have to exist.
  std::vector<std::string> readable_paths;
};

// Writes the request into `config`: the process limits of `limits`,
// environment, readable paths, and the isolation, which is decided here once: a
// league that began with a sandbox does not continue without it. Returns the
// reason why a sandbox was tried but does not work, which the caller should
// show as a warning; empty if there is a sandbox or none was requested.
// FailedPrecondition if a sandbox is required and does not work;
// InvalidArgument names the field.
absl::StatusOr<std::string> SetProcesses(const ProcessRequest& request,
                                         const v1::Limits& limits,
                                         v1::LeagueConfig& config);

// The limits for each process.
ProcessLimits ProcessLimitsOf(const v1::Limits& limits);

// The sandbox of a configuration; nullopt if it has none. Bots may read
// `shared_paths` and the readable paths of the configuration.
std::optional<Sandbox> SandboxOf(const v1::LeagueConfig& config,
                                 const std::vector<std::string>& shared_paths);

}  // namespace couillon::arena
