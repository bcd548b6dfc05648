#include "tools/options/process_options.h"

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <couillon/v1/league.pb.h>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "absl/strings/str_format.h"
#include "arena/process/process_limits.h"
#include "arena/process/sandbox_trial.h"
#include "tools/commands/bot_template.h"

namespace couillon::tools {
namespace {

// Decided once, when a league is made: one that began with a sandbox does not
// go on without it.
absl::StatusOr<v1::Isolation> ChooseIsolation(const std::string& wish) {
  if (wish == "none") return v1::ISOLATION_LIMITS;
  const absl::Status works = arena::TrySandbox();
  if (works.ok()) return v1::ISOLATION_BWRAP;
  if (wish == "auto") {
    std::cerr << absl::StrFormat(
        "Warning: NO SANDBOX: bots run with all your rights (%s). Play only "
        "bots that you trust, or install bubblewrap; --isolation none leaves "
        "out this line.\n",
        std::string(works.message()));
    return v1::ISOLATION_LIMITS;
  }
  return absl::FailedPreconditionError(
      absl::StrFormat("--isolation bwrap: %s", std::string(works.message())));
}

// What bots are made of that is ours, and public: the SDKs in the source tree,
// and the program of the bundled bots.
std::vector<std::string> OurParts() {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path source = SourceTree();
  std::vector<std::string> parts;
  for (const fs::path& path :
       {source / "bots", source / "proto", source / "build" / "venv",
        source / "build" / "bots",
        fs::read_symlink("/proc/self/exe", error).parent_path() /
            "couillon-bot"}) {
    const fs::path real = fs::canonical(path, error);
    if (!error) parts.push_back(real.string());
  }
  return parts;
}

}  // namespace

void AddProcessOptions(CLI::App& command, ProcessOptions& options) {
  command
      .add_option("--isolation", options.isolation,
                  "bwrap: a sandbox and limits; none: limits alone; auto: the "
                  "sandbox where it can be had, else a warning")
      ->check(CLI::IsMember({"auto", "none", "bwrap"}));
  command.add_option("--bot-env", options.environment,
                     "Variables that bots get besides PATH, LANG and their "
                     "like: NAME or NAME=VALUE; the league keeps what is "
                     "written here");
  command.add_option("--bot-show", options.shown,
                     "Files and folders that sandboxed bots may read besides "
                     "their own and those of the system");
  command.add_option("--bot-memory", options.memory_mb,
                     "MB that a bot's processes may hold together (0: any)");
  command.add_option("--bot-cpu", options.cpu_seconds,
                     "Seconds of processor time of each process (0: any)");
  command.add_option("--bot-processes", options.processes,
                     "Processes that a bot may have at a time (0: any)");
  command.add_option("--bot-files", options.open_files,
                     "Files that a process may have open (0: any)");
  command.add_option("--bot-file-size", options.file_mb,
                     "MB of the largest file that a bot may write (0: any)");
  command
      .add_option("--bot-scratch", options.scratch_mb,
                  "MB that a sandboxed bot may write in all, in memory")
      ->check(CLI::Range(1, 1 << 20));
}

absl::Status SetProcesses(const ProcessOptions& options,
                          v1::LeagueConfig& config) {
  v1::Limits& limits = *config.mutable_limits();
  limits.set_memory_mb(options.memory_mb);
  limits.set_cpu_seconds(options.cpu_seconds);
  limits.set_processes(options.processes);
  limits.set_open_files(options.open_files);
  limits.set_file_mb(options.file_mb);
  limits.set_scratch_mb(options.scratch_mb);
  for (const std::string& variable : options.environment) {
    if (variable.empty() || variable.front() == '=') {
      return absl::InvalidArgumentError(absl::StrFormat(
          "--bot-env is \"%s\"; expected NAME or NAME=VALUE", variable));
    }
    config.add_bot_environment(variable);
  }
  for (const std::string& path : options.shown) {
    std::error_code error;
    const auto real = std::filesystem::canonical(path, error);
    if (error) {
      return absl::InvalidArgumentError(
          absl::StrFormat("--bot-show: %s: %s", path, error.message()));
    }
    config.add_shown_paths(real.string());
  }
  const absl::StatusOr<v1::Isolation> isolation =
      ChooseIsolation(options.isolation);
  if (!isolation.ok()) return isolation.status();
  config.set_isolation(*isolation);
  return absl::OkStatus();
}

arena::ProcessLimits ProcessLimitsOf(const v1::LeagueConfig& config) {
  const v1::Limits& limits = config.limits();
  return {.memory_mb = limits.memory_mb(),
          .cpu_seconds = limits.cpu_seconds(),
          .processes = limits.processes(),
          .open_files = limits.open_files(),
          .file_mb = limits.file_mb()};
}

std::optional<arena::Sandbox> SandboxOf(const v1::LeagueConfig& config) {
  if (config.isolation() != v1::ISOLATION_BWRAP) return std::nullopt;
  arena::Sandbox sandbox;
  sandbox.paths.shown = OurParts();
  sandbox.paths.shown.insert(sandbox.paths.shown.end(),
                             config.shown_paths().begin(),
                             config.shown_paths().end());
  if (config.limits().scratch_mb() > 0) {
    sandbox.scratch_mb = config.limits().scratch_mb();
  }
  return sandbox;
}

}  // namespace couillon::tools
