#include "arena/league/setup/process_setup.h"

#include <filesystem>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "arena/league/setup/limits.h"
#include "arena/numbers/text/field_status.h"
#include "arena/players/process/sandbox_trial.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

// Sets the isolation; returns why there is no sandbox, as SetProcesses does.
absl::StatusOr<std::string> SetIsolation(IsolationRequest request,
                                         v1::LeagueConfig& config) {
  config.set_isolation(v1::ISOLATION_LIMITS);
  if (request == IsolationRequest::kLimits) return std::string();
  const absl::Status works = TrySandbox();
  if (works.ok()) {
    config.set_isolation(v1::ISOLATION_BWRAP);
    return std::string();
  }
  if (request == IsolationRequest::kAuto) return std::string(works.message());
  return WithField("isolation",
                   absl::FailedPreconditionError(absl::StrFormat(
                       "isolation: %s", std::string(works.message()))));
}

}  // namespace

absl::StatusOr<std::string> SetProcesses(const ProcessRequest& request,
                                         const v1::Limits& limits,
                                         v1::LeagueConfig& config) {
  config.mutable_limits()->MergeFrom(OnlyLimits(limits, {LimitUse::kProcess}));
  for (const std::string& variable : request.bot_environment) {
    if (variable.empty() || variable.front() == '=') {
      return FieldError(
          "bot_environment",
          absl::StrFormat(": found \"%s\"; expected NAME or NAME=VALUE",
                          variable));
    }
    config.add_bot_environment(variable);
  }
  for (const std::string& path : request.readable_paths) {
    std::error_code error;
    const auto real = std::filesystem::canonical(path, error);
    if (error) {
      return FieldError("readable_paths",
                        absl::StrFormat(": %s: %s", path, error.message()));
    }
    config.add_readable_paths(real.string());
  }
  return SetIsolation(request.isolation, config);
}

ProcessLimits ProcessLimitsOf(const v1::Limits& limits) {
  return {.memory_mb = limits.memory_mb(),
          .cpu_seconds = limits.cpu_seconds(),
          .processes = limits.processes(),
          .open_files = limits.open_files(),
          .file_mb = limits.file_mb()};
}

std::optional<Sandbox> SandboxOf(const v1::LeagueConfig& config,
                                 const std::vector<std::string>& shared_paths) {
  if (config.isolation() != v1::ISOLATION_BWRAP) return std::nullopt;
  Sandbox sandbox;
  sandbox.paths.shown = shared_paths;
  sandbox.paths.shown.insert(sandbox.paths.shown.end(),
                             config.readable_paths().begin(),
                             config.readable_paths().end());
  if (config.limits().scratch_mb() > 0) {
    sandbox.scratch_mb = config.limits().scratch_mb();
  }
  return sandbox;
}

}  // namespace couillon::arena
