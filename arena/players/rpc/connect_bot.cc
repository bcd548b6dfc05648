// Spawns the process, waits for its socket, calls Describe, and says why a bot
// did not start.

#include "arena/players/rpc/connect_bot.h"

#include <fcntl.h>
#include <grpcpp/client_context.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/status.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "arena/numbers/text/printable.h"
#include "arena/players/process/bot_process.h"
#include "arena/players/process/bot_program.h"
#include "arena/players/process/bot_socket.h"
#include "arena/players/process/sandbox.h"
#include "arena/players/process/sandbox_view.h"
#include "arena/players/process/start_diagnosis.h"
#include "arena/players/rpc/bot_channel.h"
#include "arena/players/rpc/grpc_time.h"
#include "arena/players/rpc/remote_bot.h"
#include "arena/players/rpc/remote_connection.h"
#include "arena/players/system/socket_folder.h"
#include "arena/table/referee/bot_description.h"
#include "arena/table/referee/clock.h"
#include "arena/table/verdict.h"
#include "couillon/v1/bot_service.grpc.pb.h"
#include "couillon/v1/bot_service.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kAttempt(20);  // to connect, on this machine
// For the first bytes of a server, which had the whole start limit to get
// ready. Passes only if it sends nothing.
constexpr milliseconds kServerDiagnosis(2000);
constexpr milliseconds kStartLook(5);  // poll interval of a starting process

absl::StatusOr<std::unique_ptr<BotProcess>> Spawn(
    const GrpcWorkerConfig& config, const GrpcBot& bot, const std::string& path,
    const std::string& address) {
  BotProgram program = bot.program;
  if (program.command.empty()) {
    return absl::InvalidArgumentError("the command is empty");
  }
  ASSIGN_OR_RETURN(std::string found,
                   FindProgram(program.command[0], program.directory));
  program.command[0] = std::move(found);
  program.passed = config.environment;
  std::optional<Sandbox> sandbox = config.sandbox;
  if (sandbox && bot.own_limits) {
    sandbox->scratch_mb = bot.own_limits->scratch_mb;
  }
  return BotProcess::Spawn(
      program, address,
      {.limits = bot.own_limits ? bot.own_limits->process_limits
                                : config.process_limits,
       .watch = config.watch,
       .sandbox = sandbox ? &*sandbox : nullptr,
       .folder = FolderOf(path),
       .stderr_folder = config.stderr_folder,
       .name = bot.name,
       .term_grace = config.term_grace});
}

// The error of a bot that did not start. Says first what it needs, if anything,
// that is not in its sandbox: the bot itself says that it does not exist.
absl::Status WithWhatIsHidden(const GrpcWorkerConfig& config,
                              const GrpcBot& bot, const absl::Status& error) {
  if (!config.sandbox) return error;
  BotProgram program = bot.program;
  const absl::StatusOr<std::string> found =
      FindProgram(program.command[0], program.directory);
  if (found.ok()) program.command[0] = *found;
  const std::string hidden = ProblemInView(program, config.sandbox->paths);
  if (hidden.empty()) return error;
  return absl::Status(error.code(),
                      absl::StrFormat("bot %s: %s\n%s", bot.name, hidden,
                                      std::string(error.message())));
}

// The address of a port of the loopback device that is free at this moment.
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
  const std::string& file = process.StderrFileName();
  return absl::UnavailableError(WithStderrTail(
      absl::StrFormat("bot %s (%s): %s%s%s", bot.name,
                      PrintableLine(bot.program.command[0]), what,
                      ended ? "; it " + how : std::string(),
                      file.empty() ? file : kWholeStderr + file),
      process.LastStderr()));
}

// A bot that is being started. Repeats attempts to connect until the bot has
// answered Describe, has ended, or the start limit has passed.
class Starting {
 public:
  Starting(const GrpcWorkerConfig& config, const GrpcBot& bot,
           std::string address, BotConnection& connection)
      : config_(config),
        bot_(bot),
        address_(std::move(address)),
        connection_(connection),
        start_ms_(bot.LimitsIn(config.limits).start_ms +
                  config.limits.margin_ms),
        deadline_(config.clock->Now() + milliseconds(start_ms_)) {}

  ~Starting() { CloseCopy(); }
  Starting(const Starting&) = delete;
  Starting& operator=(const Starting&) = delete;

  absl::Status Describe(v1::DescribeResponse& response) {
    for (;;) {
      absl::Status status = Reach();
      if (status.ok()) status = Ask(response);
      if (status.ok()) {
        // No other process can connect to the bot from now on.
        if (OnSocket()) RemoveSocket(*connection_.process);
        if (socket_copy_ >= 0) {
          connection_.process->WatchSocket(std::exchange(socket_copy_, -1));
        }
        return status;
      }
      if (!absl::IsUnavailable(status)) return Fail(Why(status));
      if (connection_.process->HasEnded()) {
        return Fail("ended before it was ready");
      }
      if (config_.clock->Now() >= deadline_) {
        return Fail(absl::StrFormat("was not ready within %d ms: %s", start_ms_,
                                    Why(status)));
      }
      std::this_thread::sleep_for(kStartLook);
    }
  }

 private:
  [[nodiscard]] bool OnSocket() const {
    return config_.transport == BotTransport::kUnixSocket;
  }

  void CloseCopy() {
    if (socket_copy_ >= 0) close(std::exchange(socket_copy_, -1));
  }

  // Unavailable as long as waiting may help.
  absl::Status Reach() {
    if (OnSocket()) {
      ASSIGN_OR_RETURN(const int fd, ConnectToBot(*connection_.process));
      CloseCopy();
      socket_copy_ = fcntl(fd, F_DUPFD_CLOEXEC, 0);
      connection_.channel = ChannelOver(fd);
    } else {
      connection_.channel =
          OpenChannel(address_, grpc::InsecureChannelCredentials(), kAttempt);
    }
    connection_.stub = v1::BotService::NewStub(connection_.channel);
    return absl::OkStatus();
  }

  absl::Status Ask(v1::DescribeResponse& response) {
    grpc::ClientContext context;
    context.set_deadline(AfterNow(deadline_ - config_.clock->Now()));
    v1::DescribeRequest request;
    request.set_referee("couillon 0.1");
    const grpc::Status status =
        connection_.stub->Describe(&context, request, &response);
    if (status.ok()) return absl::OkStatus();
    const bool late =
        status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED;
    // The error of an earlier attempt says more than a timeout does.
    if (!late || last_.empty()) {
      last_ = "did not answer Describe: " +
              PrintableLine(status.error_message(), kMaxStatusText);
    }
    return late || status.error_code() == grpc::StatusCode::UNAVAILABLE
               ? absl::UnavailableError(last_)
               : absl::FailedPreconditionError(last_);
  }

  // The reason of the failure: the diagnosis of the bot's socket, or `last`.
  // That the bot sends nothing is no reason if it has answered before.
  [[nodiscard]] std::string Why(const absl::Status& last) const {
    std::string why(last.message());
    if (!OnSocket() || connection_.process->HasEnded()) return why;
    const absl::StatusOr<int> fd = ConnectToBot(*connection_.process);
    if (!fd.ok()) return std::string(fd.status().message());
    const ServerDiagnosis seen = DiagnoseServer(*fd, kServerDiagnosis);
    const bool has_answered = !absl::IsUnavailable(last);
    if (seen.problem.empty() || (seen.is_silent && has_answered)) return why;
    return seen.problem;
  }

  absl::Status Fail(const std::string& what) {
    return Failed(bot_, *connection_.process, what);
  }

  const GrpcWorkerConfig& config_;
  const GrpcBot& bot_;
  std::string address_;
  BotConnection& connection_;
  std::uint32_t start_ms_;
  Clock::time_point deadline_;
  std::string last_;      // how the last attempt failed
  int socket_copy_ = -1;  // of the connection, for the watch
};

}  // namespace

absl::StatusOr<BotConnection> Connect(const GrpcWorkerConfig& config,
                                      const GrpcBot& bot,
                                      const std::string& path) {
  if (bot.remote) {
    return ConnectRemote(config, bot.name, *bot.remote,
                         bot.LimitsIn(config.limits));
  }
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
  v1::DescribeResponse response;
  absl::Status status =
      Starting(config, bot, *address, connection).Describe(response);
  if (!status.ok()) return WithWhatIsHidden(config, bot, status);
  absl::StatusOr<BotDescription> description = ReadDescription(response);
  if (!description.ok()) {
    return Failed(bot, *connection.process,
                  "answered Describe, but its " +
                      std::string(description.status().message()));
  }
  connection.description = *std::move(description);
  return connection;
}

bool MayStartAgain(const absl::Status& error) {
  return absl::IsUnavailable(error) || absl::IsResourceExhausted(error);
}

}  // namespace couillon::arena
