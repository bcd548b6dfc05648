#include "tools/bot_words.h"

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <couillon/v1/league.pb.h>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "arena/rpc/grpc_links.h"
#include "arena/rpc/socket_folder.h"
#include "tools/bot_directory.h"
#include "tools/remote_words.h"

namespace couillon::tools {
namespace {

constexpr double kLongest = 86400;  // seconds

std::uint32_t Milliseconds(double seconds) {
  return static_cast<std::uint32_t>(seconds * 1000);
}

}  // namespace

void AddBotWords(CLI::App& command, BotWords& options) {
  command
      .add_option("bot", options.words,
                  std::string("A bot directory, or -- and a command with its "
                              "arguments, or ") +
                      kAddressHelp)
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
}

absl::StatusOr<v1::BotEntry> ReadBotWords(const BotWords& options) {
  const std::vector<std::string>& words = options.words;
  v1::BotEntry entry;
  std::error_code error;
  const bool directory =
      words.size() == 1 && std::filesystem::is_directory(words[0], error);
  if (directory || IsRemote(words)) {
    absl::Status status = directory
                              ? ApplyManifest(words[0], entry)
                              : ReadRemoteWords(words, *entry.mutable_remote());
    if (!status.ok()) return status;
    if (!directory) entry.set_name(words[0]);
    if (options.allow_plaintext) AllowPlaintext(entry);
    return entry;
  }
  entry.set_name(std::filesystem::path(words[0]).filename().string());
  *entry.mutable_command() = {words.begin(), words.end()};
  return entry;
}

arena::GrpcWorkerConfig WorkerFor(const BotWords& options,
                                  const arena::SocketFolder& folder) {
  return {.worker = 0,
          .folder = &folder,
          .rules = {},
          .limits = {.start_ms = Milliseconds(options.start_seconds),
                     .move_ms = Milliseconds(options.move_seconds),
                     .margin_ms = 0}};
}

}  // namespace couillon::tools
