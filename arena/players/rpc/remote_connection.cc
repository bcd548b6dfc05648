#include "arena/players/rpc/remote_connection.h"

#include <grpcpp/client_context.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/status.h>

#include <chrono>
#include <memory>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "arena/players/rpc/bot_channel.h"
#include "arena/players/rpc/certificate_diagnosis.h"
#include "arena/players/rpc/grpc_time.h"
#include "arena/table/referee/bot_description.h"
#include "arena/table/referee/clock.h"
#include "couillon/v1/bot_service.grpc.pb.h"
#include "couillon/v1/bot_service.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kCertificateDiagnosis(1000);  // to look at a certificate
constexpr milliseconds kPause(50);                   // between two attempts

// Whether a retry may succeed: no server listens there yet. A retry does not
// help if the certificate is not trusted; only the text of the error
// distinguishes that case.
bool MayPass(const grpc::Status& status) {
  const std::string& text = status.error_message();
  return status.error_code() == grpc::StatusCode::UNAVAILABLE &&
         !absl::StrContains(text, "certificate verify failed") &&
         !absl::StrContains(text, "not in peer certificate");
}

// The problem with the bot's certificate, which gRPC does not report.
std::string CertificateProblem(const RemoteBot& remote) {
  constexpr char kScheme[] = "dns:///";
  const std::string problem = DiagnoseCertificate(
      {.place = remote.address.target.substr(sizeof(kScheme) - 1),
       .name = remote.server_name.empty() ? remote.address.host
                                          : remote.server_name,
       .roots = remote.roots},
      kCertificateDiagnosis);
  return problem.empty() ? problem : "; " + problem;
}

// A hint for failures that have a usual reason.
std::string Hint(const grpc::Status& status, const RemoteBot& remote) {
  switch (status.error_code()) {
    case grpc::StatusCode::UNAUTHENTICATED:
    case grpc::StatusCode::PERMISSION_DENIED:
      return remote.token.empty() ? "; it expects a token"
                                  : "; it expects another token";
    case grpc::StatusCode::UNIMPLEMENTED:
      return "; expected a server of couillon.v1.BotService";
    case grpc::StatusCode::UNAVAILABLE:
      return remote.address.tls && !MayPass(status)
                 ? CertificateProblem(remote) +
                       "; expected a certificate for the host (or "
                       "server_name) that is signed by the CA"
                 : "; expected a bot that is running there";
    default:
      return {};
  }
}

std::shared_ptr<grpc::ChannelCredentials> CredentialsFor(
    const RemoteBot& remote) {
  if (!remote.address.tls) return grpc::InsecureChannelCredentials();
  grpc::SslCredentialsOptions options;
  options.pem_root_certs = remote.roots;
  return grpc::SslCredentials(options);
}

absl::Status Failed(const std::string& name, const RemoteBot& remote,
                    const std::string& what) {
  return absl::UnavailableError(
      absl::StrFormat("bot %s (%s): %s", name, remote.address.text, what));
}

// Opens a channel and calls Describe, until it succeeds or the time is over.
// Each attempt uses a new channel: after a failed attempt a channel waits for
// its next name lookup, which is half a minute later at the earliest.
absl::StatusOr<v1::DescribeResponse> Describe(const GrpcWorkerConfig& config,
                                              const std::string& name,
                                              const RemoteBot& remote,
                                              const GrpcLimits& limits,
                                              BotConnection& connection) {
  const milliseconds limit(limits.start_ms + limits.margin_ms);
  const Clock::time_point deadline = config.clock->Now() + limit;
  v1::DescribeRequest request;
  request.set_referee("couillon 0.1");
  v1::DescribeResponse response;
  std::string last;  // last error other than a timeout, if any
  for (;;) {
    connection.channel =
        OpenChannel(remote.address.target, CredentialsFor(remote), limit,
                    remote.server_name);
    connection.stub = v1::BotService::NewStub(connection.channel);
    grpc::ClientContext context;
    context.set_deadline(AfterNow(deadline - config.clock->Now()));
    AddToken(remote.token, context);
    const grpc::Status status =
        connection.stub->Describe(&context, request, &response);
    if (status.ok()) return response;
    const bool is_late =
        status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED;
    if (!is_late || last.empty()) {
      last =
          absl::StrFormat("status %d: %s%s", status.error_code(),
                          WithoutSecrets(status.error_message(), remote.token),
                          Hint(status, remote));
    }
    if (!is_late && !MayPass(status)) {
      return Failed(name, remote, "did not take Describe, " + last);
    }
    if (config.clock->Now() + kPause >= deadline) {
      return Failed(name, remote,
                    absl::StrFormat("did not answer Describe within %d ms, %s",
                                    limit.count(), last));
    }
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace

absl::StatusOr<BotConnection> ConnectRemote(const GrpcWorkerConfig& config,
                                            const std::string& name,
                                            const RemoteBot& remote,
                                            const GrpcLimits& limits) {
  BotConnection connection;
  connection.token = remote.token;
  ASSIGN_OR_RETURN(const v1::DescribeResponse response,
                   Describe(config, name, remote, limits, connection));
  absl::StatusOr<BotDescription> description = ReadDescription(response);
  if (!description.ok()) {
    return Failed(name, remote,
                  "answered Describe, but its " +
                      WithoutToken(std::string(description.status().message()),
                                   remote.token));
  }
  for (std::string* text : {&description->name, &description->version,
                            &description->author, &description->sdk}) {
    *text = WithoutToken(*text, remote.token);
  }
  connection.description = *std::move(description);
  return connection;
}

}  // namespace couillon::arena
