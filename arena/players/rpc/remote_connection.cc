// Describe until it succeeds or the time is over; a failed TLS handshake is
// repeated with OpenSSL to say what is wrong with the certificate.

#include "arena/players/rpc/remote_connection.h"

#include <arpa/inet.h>
#include <grpcpp/client_context.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/status.h>
#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>
#include <poll.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/numbers/text/printable.h"
#include "arena/players/rpc/bot_channel.h"
#include "arena/players/rpc/grpc_time.h"
#include "arena/table/referee/bot_description.h"
#include "arena/table/referee/clock.h"
#include "couillon/v1/bot_service.grpc.pb.h"
#include "couillon/v1/bot_service.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

// Finds out why the certificate of a remote bot is not accepted: gRPC 1.51 does
// not report the reason.
struct CertificateQuestion {
  std::string place;  // HOST:PORT
  std::string name;   // that the certificate must hold
  std::string roots;  // in PEM; empty: those that the system trusts
};

using SteadyClock = std::chrono::steady_clock;

constexpr std::size_t kMaxNames = 5;  // shown of one certificate
constexpr std::size_t kMaxNameBytes = 100;

template <auto kFree>
struct Freer {
  template <typename T>
  void operator()(T* object) const {
    kFree(object);
  }
};
using BioPtr = std::unique_ptr<BIO, Freer<BIO_free_all>>;
using CertificatePtr = std::unique_ptr<X509, Freer<X509_free>>;
using ContextPtr = std::unique_ptr<SSL_CTX, Freer<SSL_CTX_free>>;
using NamesPtr = std::unique_ptr<GENERAL_NAMES, Freer<GENERAL_NAMES_free>>;

std::string TimeText(const ASN1_TIME* time) {
  const BioPtr out(BIO_new(BIO_s_mem()));
  if (out == nullptr || ASN1_TIME_print(out.get(), time) != 1) return "?";
  char* text = nullptr;
  const auto size = BIO_get_mem_data(out.get(), &text);
  return {text, static_cast<std::size_t>(size)};
}

// The DNS names that the certificate is for.
std::string JoinNames(X509* certificate) {
  const NamesPtr names(static_cast<GENERAL_NAMES*>(
      X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)));
  std::vector<std::string> texts;
  const int count = names == nullptr ? 0 : sk_GENERAL_NAME_num(names.get());
  for (int i = 0; i < count && texts.size() < kMaxNames; ++i) {
    const GENERAL_NAME* name = sk_GENERAL_NAME_value(names.get(), i);
    if (name->type != GEN_DNS) continue;
    const ASN1_IA5STRING* dns = name->d.dNSName;
    const std::string text(
        reinterpret_cast<const char*>(ASN1_STRING_get0_data(dns)),
        static_cast<std::size_t>(ASN1_STRING_length(dns)));
    texts.push_back(Printable(text, kMaxNameBytes));
  }
  return texts.empty() ? "no DNS name" : absl::StrJoin(texts, ", ");
}

bool IsAddress(const std::string& name) {
  in6_addr bytes{};
  return inet_pton(AF_INET, name.c_str(), &bytes) == 1 ||
         inet_pton(AF_INET6, name.c_str(), &bytes) == 1;
}

bool IsFor(X509* certificate, const std::string& name) {
  if (IsAddress(name)) {
    return X509_check_ip_asc(certificate, name.c_str(), 0) == 1;
  }
  return X509_check_host(certificate, name.data(), name.size(), 0, nullptr) ==
         1;
}

// The result of the first check that failed.
struct Findings {
  std::string problem;
};

std::string ProblemWith(int error, int depth, X509* certificate) {
  const char* const whose =
      depth == 0 ? "its certificate" : "the certificate of its issuer";
  switch (error) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
      return absl::StrFormat("%s expired on %s", whose,
                             TimeText(X509_get0_notAfter(certificate)));
    case X509_V_ERR_CERT_NOT_YET_VALID:
      return absl::StrFormat("%s is not valid before %s", whose,
                             TimeText(X509_get0_notBefore(certificate)));
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
      return "its certificate is self-signed and not trusted";
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
      return "the issuer of its certificate is not trusted";
    default:
      return absl::StrFormat("%s is not accepted (%s)", whose,
                             X509_verify_cert_error_string(error));
  }
}

// Keeps the first problem and continues, so that the handshake completes.
int TakeResult(int ok, X509_STORE_CTX* chain) {
  auto* const ssl = static_cast<SSL*>(
      X509_STORE_CTX_get_ex_data(chain, SSL_get_ex_data_X509_STORE_CTX_idx()));
  auto& findings = *static_cast<Findings*>(SSL_get_app_data(ssl));
  if (ok == 0 && findings.problem.empty()) {
    findings.problem = ProblemWith(X509_STORE_CTX_get_error(chain),
                                   X509_STORE_CTX_get_error_depth(chain),
                                   X509_STORE_CTX_get_current_cert(chain));
  }
  return 1;
}

// Adds the roots that gRPC would use.
void AddRoots(const std::string& roots, SSL_CTX* context) {
  if (roots.empty()) {
    const char* file = std::getenv("GRPC_DEFAULT_SSL_ROOTS_FILE_PATH");
    if (file == nullptr || SSL_CTX_load_verify_file(context, file) != 1) {
      SSL_CTX_set_default_verify_paths(context);
    }
    return;
  }
  const BioPtr in(
      BIO_new_mem_buf(roots.data(), static_cast<int>(roots.size())));
  for (;;) {
    const CertificatePtr root(
        PEM_read_bio_X509(in.get(), nullptr, nullptr, nullptr));
    if (root == nullptr) return;
    X509_STORE_add_cert(SSL_CTX_get_cert_store(context), root.get());
  }
}

// Connects and performs the handshake. False if that fails or is not complete
// by `until`.
bool ShakeHands(BIO* bio, SteadyClock::time_point until) {
  while (BIO_do_handshake(bio) <= 0) {
    if (BIO_should_retry(bio) == 0) return false;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        until - SteadyClock::now());
    if (left.count() <= 0) return false;
    pollfd ready = {.fd = -1, .events = POLLIN, .revents = 0};
    if (BIO_get_fd(bio, &ready.fd) < 0) return false;
    if (BIO_should_read(bio) == 0) ready.events = POLLOUT;
    poll(&ready, 1, static_cast<int>(left.count()));
  }
  return true;
}

// Repeats the handshake and checks the certificate: "its certificate expired on
// Jan  1 00:00:00 2021 GMT", is not valid yet, is for other names, or is not
// signed by the CA. Empty if the certificate is valid, or if the connection
// fails for another reason. Waits at most `limit` for the bot.
std::string DiagnoseCertificate(const CertificateQuestion& question,
                                std::chrono::milliseconds limit) {
  const SteadyClock::time_point until = SteadyClock::now() + limit;
  const ContextPtr context(SSL_CTX_new(TLS_client_method()));
  if (context == nullptr) return {};
  AddRoots(question.roots, context.get());
  SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, TakeResult);
  const BioPtr bio(BIO_new_ssl_connect(context.get()));
  SSL* ssl = nullptr;
  if (bio == nullptr || BIO_get_ssl(bio.get(), &ssl) != 1) return {};
  Findings findings;
  SSL_set_app_data(ssl, &findings);
  if (!IsAddress(question.name)) {
    SSL_set_tlsext_host_name(ssl, question.name.c_str());
  }
  static constexpr unsigned char kHttp2[] = {2, 'h', '2'};
  SSL_set_alpn_protos(ssl, kHttp2, sizeof(kHttp2));
  BIO_set_conn_hostname(bio.get(), question.place.c_str());
  BIO_set_nbio(bio.get(), 1);
  const bool done = ShakeHands(bio.get(), until);
  if (!findings.problem.empty() || !done) return findings.problem;
  X509* const certificate = SSL_get0_peer_certificate(ssl);
  if (certificate == nullptr || IsFor(certificate, question.name)) return {};
  return absl::StrFormat("its certificate is for another host (%s), not for %s",
                         JoinNames(certificate), question.name);
}

using std::chrono::milliseconds;

constexpr milliseconds kCertificateDiagnosis(1000);  // to look at a certificate
constexpr milliseconds kPause(50);                   // between two attempts

// Returns true if a retry may succeed: no server listens there yet. A retry
// does not help if the certificate is not trusted; only the text of the error
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
