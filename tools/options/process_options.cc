// --limit, --isolation, --allow, --concurrency and --keep-stderr.
#include "tools/options/process_options.h"

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/text/printable.h"
#include "tools/options/option_names.h"
#include "tools/program/source_tree.h"

namespace couillon::tools {
namespace {

void AddAllow(CommandLine command, arena::StartPermission& allowed,
              std::vector<Permission> more) {
  const std::vector<Permission> bots = BotPermissions(allowed);
  more.insert(more.begin(), bots.begin(), bots.end());
  AddAllowOption(command, more);
}

}  // namespace

void AddLimitOption(CommandLine command, LimitOptions& options,
                    arena::LimitUses uses) {
  const bool all =
      std::ranges::find(uses, arena::LimitUse::kLeague) != uses.end();
  command
      .AddOption(
          "--limit", options.texts,
          absl::StrFormat("LIMIT:VALUE,... of all bots, or "
                          "BOT=LIMIT:VALUE,... of one, such as "
                          "move:5,memory:512 (repeatable; %scouillon help "
                          "limits)",
                          all ? "" : arena::LimitKeys(uses) + "; "))
      .ValueName("LIMITS")
      .Repeatable();
  options.uses = std::move(uses);
}

absl::Status ReadLimitOptions(const LimitOptions& options, v1::Limits& all,
                              std::vector<v1::BotEntry>& bots) {
  return WithOptionName(
      arena::ReadLimits(options.texts, options.uses, all, bots));
}

void AddConcurrencyOption(CommandLine command, int& workers) {
  command
      .AddOption("--concurrency", workers,
                 "Workers, each with its own bots (default: one per core that "
                 "this process may use)")
      .Range(0, 256);
}

void AddStderrOption(CommandLine command, arena::KeptStderr& kept) {
  command
      .AddOption("--keep-stderr", kept.directory,
                 "Folder for the stderr output of every bot process, at most "
                 "16 MB each; faults name the file")
      .Rare();
}

void AddProcessOptions(CommandLine command, ProcessOptions& options,
                       std::vector<Permission> more) {
  command
      .AddOption("--isolation", options.isolation,
                 "bwrap: a sandbox and limits; none: limits alone; auto: the "
                 "sandbox if the machine can run it, else a warning")
      .OneOf({"auto", "none", "bwrap"});
  AddAllow(command, options.allowed, std::move(more));
}

void AddStoredBotOptions(CommandLine command, StoredBotOptions& options,
                         std::vector<Permission> more) {
  command
      .AddOption("--isolation", options.isolation,
                 "none: permit a stored league without a sandbox to run its "
                 "programs with all your rights; bwrap: start them in a "
                 "sandbox, whatever is stored")
      .OneOf({"none", "bwrap"});
  AddAllow(command, options.allowed, std::move(more));
}

arena::StartPermission ReadStoredBotOptions(const StoredBotOptions& options) {
  arena::StartPermission permission = options.allowed;
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
  arena::ProcessRequest request;
  request.bot_environment = options.allowed.environment;
  request.readable_paths = options.allowed.readable_paths;
  request.isolation =
      options.isolation == "none"    ? arena::IsolationRequest::kLimits
      : options.isolation == "bwrap" ? arena::IsolationRequest::kSandbox
                                     : arena::IsolationRequest::kAuto;
  return request;
}

absl::Status SetProcesses(const ProcessOptions& options,
                          const v1::Limits& limits, v1::LeagueConfig& config) {
  const absl::StatusOr<std::string> no_sandbox =
      arena::SetProcesses(ReadProcesses(options), limits, config);
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
