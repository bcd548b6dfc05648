#include "tools/options/bot_arguments.h"

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <couillon/v1/league.pb.h>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "arena/process/process_watch.h"
#include "arena/process/socket_folder.h"
#include "arena/roster/bot_directory.h"
#include "arena/roster/remote_arguments.h"
#include "tools/options/process_options.h"

namespace couillon::tools {
namespace {

constexpr double kLongest = 86400;  // seconds

std::uint32_t Milliseconds(double seconds) {
  return static_cast<std::uint32_t>(seconds * 1000);
}

}  // namespace

void AddBotArguments(CLI::App& command, BotArguments& options) {
  command
      .add_option("bot", options.arguments,
                  std::string("A bot directory, or -- and a command with its "
                              "arguments, or ") +
                      arena::kAddressHelp)
      ->required();
  command
      .add_option("--start-limit", options.start_seconds,
                  "Seconds until it has to be ready")
      ->check(CLI::Range(0.001, kLongest))
      ->capture_default_str();
  command
      .add_option("--st", options.move_seconds,
                  "Seconds without an answer that it may take")
      ->check(CLI::Range(0.001, kLongest))
      ->capture_default_str();
  command.add_flag("--allow-plaintext", options.allow_plaintext,
                   "A grpc:// address may be on another machine");
  AddProcessOptions(command, options.process);
}

absl::StatusOr<v1::BotEntry> ReadBotArguments(const BotArguments& options) {
  const std::vector<std::string>& arguments = options.arguments;
  v1::BotEntry entry;
  std::error_code error;
  const bool directory =
      arguments.size() == 1 && std::filesystem::is_directory(arguments[0], error);
  if (directory || arena::IsRemote(arguments)) {
    absl::Status status =
        directory ? arena::ApplyManifest(arguments[0], entry)
                  : arena::ReadRemoteArguments(arguments, *entry.mutable_remote());
    if (!status.ok()) return status;
    if (!directory) entry.set_name(arguments[0]);
    if (options.allow_plaintext) arena::AllowPlaintext(entry);
    return entry;
  }
  entry.set_name(std::filesystem::path(arguments[0]).filename().string());
  *entry.mutable_command() = {arguments.begin(), arguments.end()};
  return entry;
}

absl::StatusOr<TrialWorker> MakeTrialWorker(const BotArguments& options,
                                            const v1::BotEntry& bot) {
  v1::LeagueConfig config;
  if (!bot.command().empty()) {
    absl::Status status = SetProcesses(options.process, config);
    if (!status.ok()) return status;
  }
  absl::StatusOr<arena::SocketFolder> folder = arena::SocketFolder::Make();
  if (!folder.ok()) return folder.status();
  TrialWorker worker{
      .folder = std::make_unique<arena::SocketFolder>(*std::move(folder)),
      .watch = std::make_unique<arena::ProcessWatch>()};
  worker.config = {.worker = 0,
                   .folder = worker.folder.get(),
                   .rules = {},
                   .limits = {.start_ms = Milliseconds(options.start_seconds),
                              .move_ms = Milliseconds(options.move_seconds),
                              .margin_ms = 0},
                   .process_limits = ProcessLimitsOf(config),
                   .watch = worker.watch.get(),
                   .sandbox = SandboxOf(config),
                   .environment = {config.bot_environment().begin(),
                                   config.bot_environment().end()}};
  return worker;
}

}  // namespace couillon::tools
