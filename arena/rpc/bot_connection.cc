#include "arena/rpc/bot_connection.h"

#include <grpc/grpc.h>
#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>
#include <grpcpp/support/status.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/bot_description.h"
#include "arena/rpc/bot_process.h"
#include "arena/rpc/grpc_links.h"
#include "arena/rpc/printable.h"
#include "arena/rpc/sandbox.h"
#include "couillon/v1/bot_service.grpc.pb.h"
#include "couillon/v1/bot_service.pb.h"

namespace couillon::arena {
namespace {

using std::chrono::milliseconds;
using WallClock = std::chrono::system_clock;  // the one gRPC's deadlines use

constexpr std::size_t kMostStatusText = 500;  // bytes of a bot's own message
constexpr milliseconds kLook(20);  // how often a starting process is looked at

std::shared_ptr<grpc::Channel> MakeChannel(const std::string& address) {
  grpc::ChannelArguments arguments;
  // A bot that is not listening yet is tried again soon, not after a second.
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 20);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 20);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 50);
  // Two bots never share a connection, whatever their addresses.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(),
                                   arguments);
}

absl::StatusOr<std::unique_ptr<BotProcess>> Spawn(
    const GrpcWorkerConfig& config, const GrpcBot& bot, const std::string& path,
    const std::string& address) {
  if (bot.command.empty()) {
    return absl::InvalidArgumentError("the command is empty");
  }
  const absl::StatusOr<std::string> program = FindProgram(bot.command[0]);
  if (!program.ok()) return program.status();
  std::vector<std::string> command = bot.command;
  command[0] = *program;
  if (config.sandbox) {
    const std::string own_folder = path.substr(0, path.rfind('/'));
    command = Sandboxed(*config.sandbox, command, own_folder);
  }
  return BotProcess::Spawn(command, address, config.process_limits,
                           config.watch);
}

absl::Status Failed(const GrpcBot& bot, BotProcess& process,
                    const std::string& what) {
  const bool ended = process.HasEnded();
  const std::string how = process.HowItEnded();
  process.Kill();
  return absl::UnavailableError(WithLastWords(
      absl::StrFormat("bot %s (%s): %s%s", bot.name, bot.command[0], what,
                      ended ? "; it " + how : std::string()),
      process.LastStderr()));
}

}  // namespace

std::string WithLastWords(const std::string& text, const std::string& words) {
  if (words.empty()) return text;
  return absl::StrFormat("%s; its last words: %s", text, Printable(words));
}

absl::StatusOr<BotConnection> Connect(const GrpcWorkerConfig& config,
                                      const GrpcBot& bot,
                                      const std::string& path) {
  const std::uint32_t start_ms =
      config.limits.start_ms + config.limits.margin_ms;
  const std::string address = "unix:" + path;
  absl::StatusOr<std::unique_ptr<BotProcess>> process =
      Spawn(config, bot, path, address);
  if (!process.ok()) {
    return absl::Status(
        process.status().code(),
        absl::StrFormat("bot %s: %s", bot.name,
                        std::string(process.status().message())));
  }
  BotConnection connection;
  connection.process = *std::move(process);
  const WallClock::time_point deadline =
      WallClock::now() + milliseconds(start_ms);
  const std::shared_ptr<grpc::Channel> channel = MakeChannel(address);
  while (!channel->WaitForConnected(
      std::min(deadline, WallClock::now() + kLook))) {
    if (connection.process->HasEnded()) {
      return Failed(bot, *connection.process, "ended before it was ready");
    }
    if (WallClock::now() >= deadline) {
      return Failed(bot, *connection.process,
                    absl::StrFormat("was not ready within %d ms", start_ms));
    }
  }
  connection.stub = v1::BotService::NewStub(channel);
  grpc::ClientContext context;
  context.set_deadline(deadline);
  v1::DescribeRequest request;
  request.set_referee("couillon 0.1");
  v1::DescribeResponse response;
  const grpc::Status status =
      connection.stub->Describe(&context, request, &response);
  if (!status.ok()) {
    return Failed(bot, *connection.process,
                  "did not answer Describe: " +
                      Printable(status.error_message(), kMostStatusText));
  }
  absl::StatusOr<BotDescription> description = ReadDescription(response);
  if (!description.ok()) {
    return Failed(bot, *connection.process,
                  "answered Describe, but its " +
                      std::string(description.status().message()));
  }
  connection.description = *std::move(description);
  return connection;
}

}  // namespace couillon::arena
