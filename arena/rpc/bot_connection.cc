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
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/bot_description.h"
#include "arena/printable.h"
#include "arena/rpc/bot_channel.h"
#include "arena/rpc/bot_process.h"
#include "arena/rpc/grpc_links.h"
#include "arena/rpc/remote_bot.h"
#include "arena/rpc/sandbox.h"
#include "arena/rpc/start_diagnosis.h"
#include "couillon/v1/bot_service.grpc.pb.h"
#include "couillon/v1/bot_service.pb.h"

namespace couillon::arena {
namespace {

using std::chrono::milliseconds;
using WallClock = std::chrono::system_clock;  // the one gRPC's deadlines use

constexpr std::size_t kMostStatusText = 500;  // bytes of a bot's own message
constexpr milliseconds kAttempt(20);          // to connect, on this machine
// For a server that answers at all to say its first word; it has had all of the
// start limit to get ready.
constexpr milliseconds kDiagnosis(100);
constexpr milliseconds kLook(20);  // how often a starting process is looked at

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
  if (config.sandbox) {
    const std::string own_folder = path.substr(0, path.rfind('/'));
    program.command = Sandboxed(*config.sandbox, program, own_folder);
  }
  return BotProcess::Spawn(program, address, config.process_limits,
                           config.watch);
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
      "a bot behind bubblewrap cannot be reached over TCP");
}

// That it was not ready in time, and what was found at its socket.
std::string NotReady(const GrpcWorkerConfig& config, const std::string& path) {
  const std::string text =
      absl::StrFormat("was not ready within %d ms",
                      config.limits.start_ms + config.limits.margin_ms);
  if (config.transport != BotTransport::kUnixSocket) return text;
  const std::string why = DiagnoseStart(path, kDiagnosis);
  return why.empty() ? text : absl::StrFormat("%s: %s", text, why);
}

absl::Status Failed(const GrpcBot& bot, BotProcess& process,
                    const std::string& what) {
  const bool ended = process.HasEnded();
  const std::string how = process.HowItEnded();
  process.Kill();
  return absl::UnavailableError(WithLastWords(
      absl::StrFormat("bot %s (%s): %s%s", bot.name, bot.program.command[0],
                      what, ended ? "; it " + how : std::string()),
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
  connection.channel =
      OpenChannel(*address, grpc::InsecureChannelCredentials(), kAttempt);
  while (!connection.channel->WaitForConnected(
      std::min(deadline, WallClock::now() + kLook))) {
    if (connection.process->HasEnded()) {
      return Failed(bot, *connection.process, "ended before it was ready");
    }
    if (WallClock::now() >= deadline) {
      return Failed(bot, *connection.process, NotReady(config, path));
    }
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
