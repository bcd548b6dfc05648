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
                  "A bot directory, or -- and a command with its arguments")
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
}

absl::StatusOr<v1::BotEntry> ReadBotWords(
    const std::vector<std::string>& words) {
  v1::BotEntry entry;
  std::error_code error;
  if (words.size() == 1 && std::filesystem::is_directory(words[0], error)) {
    absl::Status status = ApplyManifest(words[0], entry);
    if (!status.ok()) return status;
    return entry;
  }
  entry.set_name(std::filesystem::path(words[0]).filename().string());
  *entry.mutable_command() = {words.begin(), words.end()};
  return entry;
}

arena::GrpcBot ToGrpcBot(const v1::BotEntry& entry) {
  return {.link = 0,
          .name = entry.name(),
          .command = CommandOf(entry),
          .largest_batch = entry.largest_batch()};
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
