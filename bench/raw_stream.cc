#include "bench/raw_stream.h"

#include <grpcpp/completion_queue.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <grpcpp/support/async_stream.h>
#include <grpcpp/support/status.h>
#include <sys/resource.h>
#include <sys/time.h>

#include <bit>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/rpc/bot_connection.h"
#include "arena/rpc/socket_folder.h"
#include "couillon/v1/bot_service.grpc.pb.h"
#include "couillon/v1/bot_service.pb.h"
#include "engine/check.h"

namespace couillon::bench {
namespace {

using Clock = std::chrono::steady_clock;

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) +
         static_cast<double>(time.tv_usec) * 1e-6;
}

double CpuSeconds(int who) {
  rusage usage{};
  COUILLON_CHECK(getrusage(who, &usage) == 0);
  return Seconds(usage.ru_utime) + Seconds(usage.ru_stime);
}

// --- The server.

class RawService
    : public v1::BotService::WithAsyncMethod_Play<v1::BotService::Service> {
 public:
  grpc::Status Describe(grpc::ServerContext* /*context*/,
                        const v1::DescribeRequest* /*request*/,
                        v1::DescribeResponse* /*response*/) override {
    return grpc::Status::OK;
  }
};

void Answer(const v1::PlayRequest& request, v1::PlayResponse& response) {
  response.Clear();
  for (const v1::Decision& decision : request.decisions()) {
    response.add_decision_ids(decision.decision_id());
    response.add_actions(
        static_cast<std::uint32_t>(std::countr_zero(decision.legal_actions())));
  }
}

// Whether the next operation on the queue went well.
bool Await(grpc::CompletionQueue& queue) {
  void* tag = nullptr;
  bool ok = false;
  return queue.Next(&tag, &ok) && ok;
}

// --- The client.

struct Peer;
enum class Operation : std::uint8_t { kStart, kRead, kWrite };
struct Tag {
  Peer* peer;
  Operation operation;
};

struct Peer {
  arena::BotConnection connection;
  grpc::ClientContext context;
  std::unique_ptr<
      grpc::ClientAsyncReaderWriter<v1::PlayRequest, v1::PlayResponse>>
      call;
  v1::PlayResponse response;
  std::int64_t to_send = 0;
  int open = 0;  // batches
  bool writing = false;
  Tag start{this, Operation::kStart};
  Tag read{this, Operation::kRead};
  Tag write{this, Operation::kWrite};
};

class Client {
 public:
  Client(const v1::PlayRequest& batch, int in_flight)
      : batch_(batch), in_flight_(in_flight) {}
  ~Client() {
    for (const auto& peer : peers_) peer->context.TryCancel();
    queue_.Shutdown();
    void* tag = nullptr;
    bool ok = false;
    while (queue_.Next(&tag, &ok)) continue;
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  void Connect(const arena::SocketFolder& folder) {
    const int number = static_cast<int>(peers_.size());
    absl::StatusOr<arena::BotConnection> connection =
        arena::Connect({.limits = {.start_ms = 10'000}},
                       {.link = number,
                        .name = "raw",
                        .command = {"/proc/self/exe", kServeRawStream}},
                       folder.PathFor(0, number, 0));
    COUILLON_CHECK(connection.ok());
    auto peer = std::make_unique<Peer>();
    peer->connection = *std::move(connection);
    peer->call =
        peer->connection.stub->PrepareAsyncPlay(&peer->context, &queue_);
    peer->call->StartCall(&peer->start);
    peers_.push_back(std::move(peer));
    Take();
  }

  // Returns the number of decisions answered.
  std::int64_t Exchange(std::int64_t batches) {
    const std::int64_t wanted = batches *
                                static_cast<std::int64_t>(peers_.size()) *
                                batch_.decisions_size();
    for (const auto& peer : peers_) {
      peer->to_send = batches;
      peer->call->Read(&peer->response, &peer->read);
      Send(*peer);
    }
    while (answered_ < wanted) Take();
    return answered_;
  }

 private:
  void Send(Peer& peer) {
    if (peer.writing || peer.to_send == 0 || peer.open == in_flight_) return;
    --peer.to_send;
    ++peer.open;
    peer.writing = true;
    peer.call->Write(batch_, &peer.write);
  }

  void Take() {
    void* next = nullptr;
    bool ok = false;
    COUILLON_CHECK(queue_.Next(&next, &ok) && ok);
    const Tag& tag = *static_cast<Tag*>(next);
    Peer& peer = *tag.peer;
    if (tag.operation == Operation::kWrite) {
      peer.writing = false;
      Send(peer);
    } else if (tag.operation == Operation::kRead) {
      answered_ += peer.response.decision_ids_size();
      --peer.open;
      peer.call->Read(&peer.response, &peer.read);
      Send(peer);
    }
  }

  const v1::PlayRequest& batch_;
  int in_flight_;
  grpc::CompletionQueue queue_;
  std::vector<std::unique_ptr<Peer>> peers_;
  std::int64_t answered_ = 0;
};

}  // namespace

double OwnCpuSeconds() { return CpuSeconds(RUSAGE_SELF); }
double ChildCpuSeconds() { return CpuSeconds(RUSAGE_CHILDREN); }

void ServeRawStream() {
  const char* address = std::getenv("COUILLON_LISTEN");
  COUILLON_CHECK(address != nullptr);
  RawService service;
  grpc::ServerBuilder builder;
  builder.AddListeningPort(address, grpc::InsecureServerCredentials());
  builder.RegisterService(&service);
  const auto queue = builder.AddCompletionQueue();
  const auto server = builder.BuildAndStart();
  COUILLON_CHECK(server != nullptr);
  grpc::ServerContext context;
  grpc::ServerAsyncReaderWriter<v1::PlayResponse, v1::PlayRequest> stream(
      &context);
  service.RequestPlay(&context, &stream, queue.get(), queue.get(), nullptr);
  COUILLON_CHECK(Await(*queue));
  v1::PlayRequest request;
  v1::PlayResponse response;
  stream.Read(&request, nullptr);
  bool good = Await(*queue);
  while (good) {
    Answer(request, response);
    stream.Write(response, nullptr);
    stream.Read(&request, nullptr);
    const bool one = Await(*queue);
    good = Await(*queue) && one;
  }
  std::_Exit(0);
}

RawRun RunRawStream(const v1::PlayRequest& batch, int servers, int in_flight,
                    std::int64_t batches) {
  const absl::StatusOr<arena::SocketFolder> folder =
      arena::SocketFolder::Make();
  COUILLON_CHECK(folder.ok());
  RawRun run;
  const double child_before = ChildCpuSeconds();
  {
    Client client(batch, in_flight);
    for (int i = 0; i < servers; ++i) client.Connect(*folder);
    const double own_before = OwnCpuSeconds();
    const Clock::time_point start = Clock::now();
    run.decisions = client.Exchange(batches);
    run.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    run.client_seconds = OwnCpuSeconds() - own_before;
  }
  run.server_seconds = ChildCpuSeconds() - child_before;
  return run;
}

}  // namespace couillon::bench
