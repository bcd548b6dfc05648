// A callback service of gRPC over connections of the gate; standings are made
// once for all who wait for them.

#include "arena/standing/serve/arena_server.h"

#include <grpc/compression.h>
#include <grpc/grpc.h>
#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/resource_quota.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <grpcpp/server_context.h>
#include <grpcpp/support/server_callback.h>
#include <grpcpp/support/status.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <set>
#include <system_error>
#include <thread>

#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "arena/players/rpc/bot_address.h"
#include "arena/players/rpc/bot_channel.h"
#include "arena/players/rpc/grpc_log.h"
#include "arena/players/sockets/descriptor_limit.h"
#include "arena/players/sockets/listening_sockets.h"
#include "arena/standing/journal/authors.h"
#include "arena/standing/journal/dial_in.h"
#include "arena/standing/journal/journal.h"
#include "arena/standing/serve/candidates.h"
#include "arena/standing/serve/connection_gate.h"
#include "arena/standing/serve/relay.h"
#include "arena/standing/serve/single_call.h"
#include "couillon/v1/arena.pb.h"
#include "couillon/v1/arena_service.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

constexpr int kMaxStandingsCalls = 2;  // of an author, at a time

// The check that a certificate and a key belong together.

using Bio = std::unique_ptr<BIO, decltype(&BIO_free)>;
using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;
using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;

Bio BioOf(const std::string& text) {
  return {BIO_new_mem_buf(text.data(), static_cast<int>(text.size())),
          &BIO_free};
}

// A key with a passphrase is refused: nobody is there to type it.
int NoPassphrase(char* /*to*/, int /*size*/, int /*writes*/, void* /*data*/) {
  return -1;
}

// InvalidArgument if `certificate`, of which the first counts, and
// `private_key`, both in PEM, cannot be read or do not belong together.
absl::Status CheckCertificateKey(const std::string& certificate,
                                 const std::string& private_key) {
  const Certificate first(PEM_read_bio_X509(BioOf(certificate).get(), nullptr,
                                            &NoPassphrase, nullptr),
                          &X509_free);
  const Key key(PEM_read_bio_PrivateKey(BioOf(private_key).get(), nullptr,
                                        &NoPassphrase, nullptr),
                &EVP_PKEY_free);
  absl::Status status;
  if (first == nullptr) {
    status = absl::InvalidArgumentError("the certificate cannot be read");
  } else if (key == nullptr) {
    status = absl::InvalidArgumentError("the key cannot be read");
  } else if (X509_check_private_key(first.get(), key.get()) != 1) {
    status = absl::InvalidArgumentError(
        "the certificate and the key do not belong together");
  }
  ERR_clear_error();
  return status;
}

// Over the limit of an answer, so that the referee sees an answer that is too
// large and blames the bot for it.
constexpr int kLargestRequest = 4 * kLargestMessage;
// The memory that gRPC may hold for all connections together.
constexpr std::size_t kAllMemory = std::size_t{512} << 20;
constexpr int kCallsPerConnection = 100;
constexpr int kKeepaliveMs = 20'000;       // between two pings
constexpr int kKeepaliveLimitMs = 20'000;  // for the answer to a ping
constexpr int kMinPingMs = 5'000;          // of a client
constexpr int kMetadataBytes = 4096;       // of a call
constexpr int kHandshakeMs = 20'000;       // to the first HTTP/2 settings
constexpr int kIdleMs = 300'000;           // without any call
// Connections of an author, beyond those for each bot.
constexpr std::size_t kConnectionsOfAuthor = 16;
constexpr std::size_t kConnectionsOfBot = 4;
constexpr std::chrono::seconds kFilesLook(1);  // at the arena's files

constexpr int kSubmitsOfAuthor = 4;  // open at a time
constexpr char kSubmit[] = "/couillon.v1.ArenaService/Submit";
constexpr char kStandings[] = "/couillon.v1.ArenaService/Standings";
constexpr char kWatch[] = "/couillon.v1.ArenaService/Watch";
constexpr char kAttendMethod[] = "/couillon.v1.ArenaService/Attend";

constexpr char kBearer[] = "Bearer ";
constexpr char kUnix[] = "unix:";

grpc::Status ToGrpc(const absl::Status& status) {
  return {static_cast<grpc::StatusCode>(status.code()),
          std::string(status.message())};
}

std::string MetadataOf(const grpc::CallbackServerContext& context,
                       const char* name) {
  const auto found = context.client_metadata().find(name);
  if (found == context.client_metadata().end()) return "";
  return {found->second.data(), found->second.size()};
}

// The number of open calls of each author.
class OpenCalls {
 public:
  explicit OpenCalls(int most) : most_(most) {}
  // Counts a call until the result is gone; null if the author has as many as
  // are allowed.
  std::shared_ptr<const void> Take(const std::string& author) {
    const std::lock_guard<std::mutex> lock(mutex_);
    int& open = open_[author];
    if (open >= most_) return nullptr;
    ++open;
    return {this, [author](OpenCalls* calls) { calls->End(author); }};
  }

 private:
  void End(const std::string& author) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = open_.find(author);
    if (--found->second == 0) open_.erase(found);
  }

  const int most_;
  std::mutex mutex_;
  std::map<std::string, int> open_;
};

// A call that is refused.
grpc::ServerGenericBidiReactor* Refused(const grpc::Status& status) {
  auto* const call = new SingleCall;
  call->Refuse(status);
  return call;
}

// Serves ArenaService. The generated classes read the request of a call before
// they ask; this one asks for the token first.
class Service final : public grpc::CallbackGenericService {
 public:
  Service(ArenaOffice office, AttendanceDesk& desk, WatchBoard& board)
      : office_(std::move(office)),
        desk_(desk),
        board_(board),
        standings_(office_.standings),
        candidates_({.directory = office_.directory,
                     .check = office_.check,
                     .on_accepted =
                         [this](const std::string& label) {
                           office_.on_submitted(label, /*is_new=*/true);
                         },
                     .on_refused = office_.on_refused,
                     .on_left = office_.on_left},
                    desk) {}

  // Requires: called before calls come.
  void SetGate(ConnectionGate* gate) { gate_ = gate; }

  grpc::ServerGenericBidiReactor* CreateReactor(
      grpc::GenericCallbackServerContext* context) override {
    const std::string_view method = context->method();
    const absl::StatusOr<v1::AdmittedAuthor> author = CallerOf(*context);
    if (!author.ok()) return Refused(ToGrpc(author.status()));
    if (method == kSubmit) return Submit(*author);
    if (method == kStandings) return Standings(author->name());
    if (method == kWatch) return board_.Watch(author->name());
    if (method == kAttendMethod) return Attend(author->name(), *context);
    return Refused({grpc::StatusCode::UNIMPLEMENTED,
                    "there is no such method of ArenaService"});
  }

  // Dismisses the bots of authors who are not among `authors`.
  void DismissOthers(const std::set<std::string>& authors) {
    desk_.DismissOthers(authors);
    candidates_.DismissOthers(authors);
  }

 private:
  // The author whose token the call carries.
  absl::StatusOr<v1::AdmittedAuthor> CallerOf(
      const grpc::CallbackServerContext& context) {
    if (!gate_->IsOpen(context.peer())) {
      return absl::CancelledError("the connection has ended");
    }
    std::string token = MetadataOf(context, "authorization");
    token = token.starts_with(kBearer) ? token.substr(sizeof(kBearer) - 1) : "";
    absl::StatusOr<v1::AdmittedAuthor> author =
        AuthorWithToken(office_.directory, token);
    if (!author.ok()) {
      gate_->Refuse(context.peer());
      return author;
    }
    const std::size_t most =
        kConnectionsOfAuthor + kConnectionsOfBot * author->most_bots();
    if (gate_->Admit(context.peer(), author->name(), most)) return author;
    return absl::ResourceExhaustedError(absl::StrFormat(
        "author %s has %d connections; expected at most that many",
        author->name(), most));
  }

  grpc::ServerGenericBidiReactor* Submit(const v1::AdmittedAuthor& author) {
    std::shared_ptr<const void> place = submits_.Take(author.name());
    if (place == nullptr) {
      return Refused(
          {grpc::StatusCode::RESOURCE_EXHAUSTED,
           absl::StrFormat("author %s has %d calls of Submit open; expected "
                           "at most that many",
                           author.name(), kSubmitsOfAuthor)});
    }
    auto* const call = new SingleCall(std::move(place));
    call->Read([this, call, author](grpc::ByteBuffer& bytes) {
      v1::SubmitRequest request;
      if (!FromByteBuffer(bytes, request)) {
        return call->Refuse({grpc::StatusCode::INVALID_ARGUMENT,
                             "the request is no SubmitRequest"});
      }
      slow_.Add([this, call, author, request] {
        v1::SubmitResponse response;
        const absl::Status status = TakeIn(author, request, response);
        if (status.ok()) return call->Answer(response);
        call->Refuse(ToGrpc(status));
      });
    });
    return call;
  }

  grpc::ServerGenericBidiReactor* Standings(const std::string& author) {
    auto* const call = new SingleCall;
    const absl::Status status = standings_.Add(
        author, [call](const absl::StatusOr<std::string>& standings) {
          if (!standings.ok()) return call->Refuse(ToGrpc(standings.status()));
          v1::StandingsResponse response;
          response.set_report_json(*standings);
          call->Answer(response);
        });
    if (!status.ok()) call->Refuse(ToGrpc(status));
    return call;
  }

  grpc::ServerGenericBidiReactor* Attend(const std::string& author,
                                         grpc::CallbackServerContext& context) {
    const std::string session = MetadataOf(context, "couillon-session");
    // In this order: a candidate that is taken in moves to the desk.
    Relay::AttendReactor* call = candidates_.Attend(session, author, context);
    if (call == nullptr) call = desk_.Attend(session, author, context);
    if (call != nullptr) return call;
    return Refused(
        {grpc::StatusCode::UNAUTHENTICATED,
         "the arena does not know this couillon-session; expected that of the "
         "last Submit"});
  }

  absl::Status TakeIn(const v1::AdmittedAuthor& author,
                      const v1::SubmitRequest& request,
                      v1::SubmitResponse& response) {
    DialInRequest wish{.author = author.name(),
                       .most_bots = author.most_bots(),
                       .name = request.name(),
                       .description = request.description()};
    wish.description.DiscardUnknownFields();
    ASSIGN_OR_RETURN(const DialInEntrant bot,
                     office_.check ? FindDialIn(office_.directory, wish)
                                   : SubmitDialIn(office_.directory, wish));
    const bool is_candidate = office_.check && bot.is_new;
    ASSIGN_OR_RETURN(std::string session,
                     is_candidate ? candidates_.Admit(wish)
                                  : desk_.Admit(author.name(), bot));
    response.set_label(bot.label);
    response.set_session(std::move(session));
    response.set_streams(static_cast<std::uint32_t>(desk_.streams()));
    if (!is_candidate) office_.on_submitted(bot.label, bot.is_new);
    return absl::OkStatus();
  }

  const ArenaOffice office_;
  AttendanceDesk& desk_;
  WatchBoard& board_;
  StandingsCalls standings_;
  Candidates candidates_;
  ConnectionGate* gate_ = nullptr;
  OpenCalls submits_{kSubmitsOfAuthor};
  TaskThread slow_;  // what waits for the disk
};

// Looks at the arena's files, which other programs change: new entries of the
// journal, and authors who are no longer admitted.
class Lookout {
 public:
  Lookout(std::string directory, AttendanceDesk& desk, Service& service)
      : directory_(std::move(directory)),
        desk_(desk),
        service_(service),
        thread_([this] { Run(); }) {}
  ~Lookout() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      stop_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }
  Lookout(const Lookout&) = delete;
  Lookout& operator=(const Lookout&) = delete;

 private:
  void Run() {
    std::uintmax_t seen = 0;
    std::unique_lock<std::mutex> lock(mutex_);
    while (!changed_.wait_for(lock, kFilesLook, [this] { return stop_; })) {
      std::error_code error;
      const std::uintmax_t size =
          std::filesystem::file_size(JournalPath(directory_), error);
      if (size != seen) desk_.Changed();
      seen = size;
      const absl::StatusOr<v1::AuthorList> authors = ReadAuthors(directory_);
      if (!authors.ok()) continue;  // the next call will say so
      std::set<std::string> names;
      for (const v1::AdmittedAuthor& author : authors->authors()) {
        names.insert(author.name());
      }
      service_.DismissOthers(names);
    }
  }

  const std::string directory_;
  AttendanceDesk& desk_;
  Service& service_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stop_ = false;
  std::thread thread_;
};

std::shared_ptr<grpc::ServerCredentials> CredentialsOf(
    const ArenaPlace& place) {
  if (place.certificate.empty()) return grpc::InsecureServerCredentials();
  grpc::SslServerCredentialsOptions options;
  options.pem_key_cert_pairs.push_back(
      {.private_key = place.private_key, .cert_chain = place.certificate});
  return grpc::SslServerCredentials(options);
}

void SetLimits(grpc::ServerBuilder& builder) {
  builder.SetMaxReceiveMessageSize(kLargestRequest);
  builder.AddChannelArgument(GRPC_COMPRESSION_CHANNEL_ENABLED_ALGORITHMS_BITSET,
                             1 << GRPC_COMPRESS_NONE);
  builder.AddChannelArgument(GRPC_ARG_ENABLE_PER_MESSAGE_DECOMPRESSION, 0);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS,
                             kCallsPerConnection);
  // A connection that is dead is noticed, although nothing is sent.
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, kKeepaliveMs);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, kKeepaliveLimitMs);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  builder.AddChannelArgument(
      GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, kMinPingMs);
  builder.AddChannelArgument(GRPC_ARG_MAX_METADATA_SIZE, kMetadataBytes);
  builder.AddChannelArgument(GRPC_ARG_SERVER_HANDSHAKE_TIMEOUT_MS,
                             kHandshakeMs);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONNECTION_IDLE_MS, kIdleMs);
  grpc::ResourceQuota quota;
  quota.Resize(kAllMemory);
  builder.SetResourceQuota(quota);
}

// The host of HOST:PORT, without the brackets of an IPv6 address.
std::string HostOf(const std::string& listen) {
  std::string host = listen.substr(0, listen.rfind(':'));
  if (host.starts_with('[') && host.ends_with(']')) {
    host = host.substr(1, host.size() - 2);
  }
  return host;
}

// Refuses to let others read tokens and decisions.
absl::Status CheckSecrecy(const ArenaPlace& place) {
  if (!place.certificate.empty() || place.allow_plaintext ||
      place.listen.starts_with(kUnix)) {
    return absl::OkStatus();
  }
  BotAddress address;
  address.host = HostOf(place.listen);
  if (!address.host.empty() && address.StaysHere()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s: other machines can connect there, and without TLS tokens and "
      "decisions can be read and changed in transit; expected --tls-cert and "
      "--tls-key, an address of the loopback interface, or --allow plaintext",
      place.listen));
}

absl::StatusOr<ListeningSockets> ListenAt(const std::string& listen) {
  if (listen.starts_with(kUnix)) {
    return ListeningSockets::AtPath(listen.substr(sizeof(kUnix) - 1));
  }
  const std::string host = HostOf(listen);
  int port = 0;
  if (!absl::SimpleAtoi(listen.substr(listen.rfind(':') + 1), &port)) {
    return absl::InvalidArgumentError("the port is not a number");
  }
  if (host == "0.0.0.0") {  // all addresses, those of IPv6 too
    absl::StatusOr<ListeningSockets> all = ListeningSockets::AtHost("::", port);
    if (all.ok()) return all;
  }
  return ListeningSockets::AtHost(host, port);
}

class GrpcArenaServer final : public ArenaServer {
 public:
  GrpcArenaServer(ArenaOffice office, AttendanceDesk& desk, WatchBoard& board)
      : directory_(office.directory),
        desk_(desk),
        service_(std::move(office), desk, board) {}
  ~GrpcArenaServer() override {
    lookout_.reset();
    if (server_ == nullptr) return;
    server_->Shutdown(std::chrono::system_clock::now());
    server_->Wait();
  }

  absl::Status Listen(const ArenaPlace& place) {
    QuietGrpcLog();
    if (!place.certificate.empty()) {
      RETURN_IF_ERROR(
          CheckCertificateKey(place.certificate, place.private_key));
    }
    const GateLimits limits = GateLimitsFor(RaiseDescriptorLimit());
    ASSIGN_OR_RETURN(ListeningSockets listening, ListenAt(place.listen));
    address_ = place.listen;
    if (!address_.starts_with("unix:")) {
      address_.erase(address_.rfind(':') + 1);
      address_ += std::to_string(listening.port());
    }
    grpc::ServerBuilder builder;
    SetLimits(builder);
    acceptor_ = builder.experimental().AddExternalConnectionAcceptor(
        grpc::ServerBuilder::experimental_type::ExternalConnectionType::FROM_FD,
        CredentialsOf(place));
    builder.RegisterCallbackGenericService(&service_);
    server_ = builder.BuildAndStart();
    if (server_ == nullptr) {
      return absl::UnavailableError("gRPC does not start");
    }
    gate_ = std::make_unique<ConnectionGate>(
        std::move(listening), limits, [this](int from, int socket) {
          grpc::experimental::ExternalConnectionAcceptor::
              NewConnectionParameters connection;
          connection.listener_fd = from;
          connection.fd = socket;
          acceptor_->HandleNewConnection(&connection);
        });
    service_.SetGate(gate_.get());
    gate_->Open();
    lookout_ = std::make_unique<Lookout>(directory_, desk_, service_);
    return absl::OkStatus();
  }

  [[nodiscard]] const std::string& address() const override { return address_; }

 private:
  const std::string directory_;
  AttendanceDesk& desk_;
  Service service_;
  std::unique_ptr<grpc::experimental::ExternalConnectionAcceptor> acceptor_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<ConnectionGate> gate_;
  std::unique_ptr<Lookout> lookout_;
  std::string address_;
};

}  // namespace

absl::Status StandingsCalls::Add(const std::string& author, Answer answer) {
  const std::lock_guard<std::mutex> lock(mutex_);
  int& open = open_[author];
  if (open >= kMaxStandingsCalls) {
    return absl::ResourceExhaustedError(absl::StrFormat(
        "%s has %d calls of Standings open; expected at most %d: wait for "
        "their answers",
        author, open, kMaxStandingsCalls));
  }
  ++open;
  waiting_.push_back({.author = author, .answer = std::move(answer)});
  if (waiting_.size() == 1) thread_.Add([this] { AnswerAll(); });
  return absl::OkStatus();
}

void StandingsCalls::AnswerAll() {
  std::vector<Call> calls;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    calls.swap(waiting_);
  }
  const Standings standings = compute_();
  for (const Call& call : calls) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      const auto open = open_.find(call.author);
      if (--open->second == 0) open_.erase(open);
    }
    call.answer(standings);
  }
}

absl::StatusOr<std::unique_ptr<ArenaServer>> ArenaServer::Start(
    const ArenaPlace& place, ArenaOffice office, AttendanceDesk& desk,
    WatchBoard& board) {
  absl::Status status = CheckSecrecy(place);
  if (!status.ok()) return status;
  auto server =
      std::make_unique<GrpcArenaServer>(std::move(office), desk, board);
  status = server->Listen(place);
  if (status.ok()) return std::unique_ptr<ArenaServer>(std::move(server));
  return absl::UnavailableError(absl::StrFormat(
      "cannot listen at \"%s\" (%s); expected HOST:PORT of a free port, or "
      "unix:/PATH of a file that can be made%s",
      place.listen, std::string(status.message()),
      place.certificate.empty() ? ""
                                : ", and a certificate and its key in PEM"));
}

}  // namespace couillon::arena
