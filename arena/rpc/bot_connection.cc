#include "arena/rpc/bot_connection.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/status.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/bot_description.h"
#include "arena/printable.h"
#include "arena/rpc/bot_channel.h"
#include "arena/rpc/bot_process.h"
#include "arena/rpc/bot_socket.h"
#include "arena/rpc/grpc_links.h"
#include "arena/rpc/remote_bot.h"
#include "arena/rpc/sandbox.h"
#include "arena/rpc/socket_folder.h"
#include "couillon/v1/bot_service.grpc.pb.h"
#include "couillon/v1/bot_service.pb.h"

namespace couillon::arena {
namespace {

using std::chrono::milliseconds;
using WallClock = std::chrono::system_clock;  // the one gRPC's deadlines use

constexpr std::size_t kMostStatusText = 500;  // bytes of a bot's own message
constexpr milliseconds kAttempt(20);          // to connect, on this machine
constexpr milliseconds kLook(5);  // how often a starting process is looked at

absl::StatusOr<std::unique_ptr<BotProcess>> Spawn(
    const GrpcWorkerConfig& config, const GrpcBot& bot, const std::string& path,
    const std::string& address) {
  BotProgram program = bot.program;
  if (program.command.empty()) {
    return absl::InvalidArgumentError("the command is empty");
  }
  absl::StatusOr<std::string> found =
      FindProgram(program.command[0], program.directory);
  if (!found.ok()) return found.status();
  program.command[0] = *std::move(found);
  program.passed = config.environment;
  return BotProcess::Spawn(
      program, address,
      {.limits = config.process_limits,
       .watch = config.watch,
       .sandbox = config.sandbox ? &*config.sandbox : nullptr,
       .folder = FolderOf(path)});
}

// A port of the loopback device that nobody has at this moment.
absl::StatusOr<std::string> FreeLoopbackAddress() {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const bool bound =
      fd >= 0 && bind(fd, any, size) == 0 && getsockname(fd, any, &size) == 0;
  const int error = errno;
  if (fd >= 0) close(fd);
  if (bound) {
    return absl::StrFormat("127.0.0.1:%d", ntohs(address.sin_port));
  }
  return absl::UnavailableError(absl::StrFormat(
      "no free port of 127.0.0.1: %s", std::generic_category().message(error)));
}

absl::StatusOr<std::string> AddressFor(const GrpcWorkerConfig& config,
                                       const std::string& path) {
  if (config.transport == BotTransport::kUnixSocket) return "unix:" + path;
  if (!config.sandbox) return FreeLoopbackAddress();
  return absl::InvalidArgumentError(
      "a sandboxed bot cannot be reached over TCP");
}

absl::Status Failed(const GrpcBot& bot, BotProcess& process,
                    const std::string& what) {
  const bool ended = process.HasEnded();
  const std::string how = process.HowItEnded();
  process.Kill();
  return absl::UnavailableError(WithStderrTail(
      absl::StrFormat("bot %s (%s): %s%s", bot.name,
                      PrintableLine(bot.program.command[0]), what,
                      ended ? "; it " + how : std::string()),
      process.LastStderr()));
}

constexpr char kEndedEarly[] = "ended before it was ready";

// Waits until the bot's socket takes a connection, and checks whose it is.
absl::Status ReachSocket(BotConnection& connection,
                         WallClock::time_point deadline) {
  for (;;) {
    const absl::StatusOr<int> fd = ConnectToBot(*connection.process);
    if (fd.ok()) {
      connection.channel = ChannelOver(*fd);
      return absl::OkStatus();
    }
    if (!absl::IsUnavailable(fd.status())) return fd.status();
    if (connection.process->HasEnded()) {
      return absl::UnavailableError(kEndedEarly);
    }
    if (WallClock::now() >= deadline) {
      return absl::DeadlineExceededError(": " +
                                         std::string(fd.status().message()));
    }
    std::this_thread::sleep_for(kLook);
  }
}

absl::Status ReachAddress(BotConnection& connection, const std::string& address,
                          WallClock::time_point deadline) {
  connection.channel =
      OpenChannel(address, grpc::InsecureChannelCredentials(), kAttempt);
  while (!connection.channel->WaitForConnected(
      std::min(deadline, WallClock::now() + kLook))) {
    if (connection.process->HasEnded()) {
      return absl::UnavailableError(kEndedEarly);
    }
    if (WallClock::now() >= deadline) return absl::DeadlineExceededError("");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<BotConnection> Connect(const GrpcWorkerConfig& config,
                                      const GrpcBot& bot,
                                      const std::string& path) {
  if (bot.remote) return ConnectRemote(config, bot.name, *bot.remote);
  const std::uint32_t start_ms =
      config.limits.start_ms + config.limits.margin_ms;
  const absl::StatusOr<std::string> address = AddressFor(config, path);
  absl::StatusOr<std::unique_ptr<BotProcess>> process =
      address.ok() ? Spawn(config, bot, path, *address) : address.status();
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
  const absl::Status reached =
      config.transport == BotTransport::kUnixSocket
          ? ReachSocket(connection, deadline)
          : ReachAddress(connection, *address, deadline);
  if (!reached.ok()) {
    return Failed(
        bot, *connection.process,
        absl::IsDeadlineExceeded(reached)
            ? absl::StrFormat("was not ready within %d ms%s", start_ms,
                              std::string(reached.message()))
            : std::string(reached.message()));
  }
  connection.stub = v1::BotService::NewStub(connection.channel);
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
                      PrintableLine(status.error_message(), kMostStatusText));
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
