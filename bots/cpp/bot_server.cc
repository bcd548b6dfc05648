// An asynchronous gRPC server with one completion queue: each call is an object
// that steps through its operations.

#include "bots/cpp/bot_server.h"

#include <grpc/grpc.h>
#include <grpcpp/alarm.h>
#include <grpcpp/completion_queue.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <grpcpp/server_context.h>
#include <grpcpp/support/async_stream.h>
#include <grpcpp/support/async_unary_call.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/slice.h>
#include <grpcpp/support/status.h>
#include <grpcpp/support/string_ref.h>
#include <linux/prctl.h>
#include <signal.h>
#include <sys/prctl.h>

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <utility>

#include "absl/strings/str_format.h"
#include "bots/cpp/ending_signal.h"
#include "bots/cpp/play_session.h"
#include "bots/cpp/queue_waiter.h"
#include "bots/cpp/socket_polling.h"
#include "couillon/v1/bot_service.grpc.pb.h"
#include "couillon/v1/bot_service.pb.h"

namespace couillon::bots {
namespace {

constexpr int kMaxRequestBytes = 64 << 20;

// The state of the server that calls share. `operations` counts the started
// operations that have not ended: the queue may only be shut down at zero,
// since an operation started later aborts the process.
struct Host {
  v1::BotService::WithAsyncMethod_Describe<
      v1::BotService::WithRawMethod_Play<v1::BotService::Service>>
      service;
  std::unique_ptr<grpc::ServerCompletionQueue> queue;
  v1::DescribeResponse description;
  std::string authorization;  // required of every call; empty: none
  Strategy* strategy = nullptr;
  int operations = 0;

  [[nodiscard]] void* Begin(Waiter& waiter) {
    ++operations;
    return &waiter;
  }
};

// Compares two texts of equal length in constant time.
bool SameSecret(grpc::string_ref given, const std::string& expected) {
  if (given.size() != expected.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    difference |= static_cast<unsigned char>(given.data()[i]) ^
                  static_cast<unsigned char>(expected[i]);
  }
  return difference == 0;
}

// OK if the call carries the token, or none is required.
grpc::Status Admit(const Host& host, const grpc::ServerContext& context) {
  if (host.authorization.empty()) return grpc::Status::OK;
  const auto& metadata = context.client_metadata();
  const auto found = metadata.find("authorization");
  if (found != metadata.end() &&
      SameSecret(found->second, host.authorization)) {
    return grpc::Status::OK;
  }
  return {grpc::StatusCode::UNAUTHENTICATED,
          found == metadata.end() ? "no token was sent"
                                  : "the token is not the right one"};
}

// Answers one Describe. Owns itself.
class DescribeCall {
 public:
  static void Await(Host& host) {
    auto* call = new DescribeCall(host);
    host.service.RequestDescribe(&call->context_, &call->request_,
                                 &call->answer_, host.queue.get(),
                                 host.queue.get(), host.Begin(call->asked_));
  }

 private:
  explicit DescribeCall(Host& host) : host_(host), answer_(&context_) {}

  void Asked(bool ok) {
    if (!ok) {  // the server is being shut down
      delete this;
      return;
    }
    Await(host_);
    const grpc::Status admitted = Admit(host_, context_);
    if (admitted.ok()) {
      answer_.Finish(host_.description, admitted, host_.Begin(answered_));
    } else {
      answer_.FinishWithError(admitted, host_.Begin(answered_));
    }
  }
  void Answered(bool /*ok*/) { delete this; }

  Host& host_;
  grpc::ServerContext context_;
  v1::DescribeRequest request_;
  grpc::ServerAsyncResponseWriter<v1::DescribeResponse> answer_;
  MemberWaiter<DescribeCall> asked_{*this, &DescribeCall::Asked};
  MemberWaiter<DescribeCall> answered_{*this, &DescribeCall::Answered};
};

// Serves one Play stream: reads the next batch while the last answer is being
// sent; at most one read and one write are open. Owns itself.
class PlayCall {
 public:
  static void Await(Host& host) {
    auto* call = new PlayCall(host);
    host.service.RequestPlay(&call->context_, &call->stream_, host.queue.get(),
                             host.queue.get(), host.Begin(call->opened_));
  }

 private:
  explicit PlayCall(Host& host)
      : host_(host), stream_(&context_), session_(*host.strategy) {}

  void Opened(bool ok) {
    if (!ok) {  // the server is being shut down
      delete this;
      return;
    }
    Await(host_);
    const grpc::Status admitted = Admit(host_, context_);
    if (admitted.ok()) {
      Read();
    } else {
      Finish(admitted);
    }
  }

  void Read() { stream_.Read(&request_, host_.Begin(read_)); }

  void HaveRead(bool ok) {
    if (!ok) {  // the referee has closed its half or the connection
      Finish(grpc::Status::OK);
      return;
    }
    if (writing_) {
      held_ = true;  // answered when the last answer has been written
    } else {
      Answer();
    }
  }

  void Answer() {
    grpc::Slice bytes;  // of the request, in one piece
    absl::Status status;
    if (!request_.TrySingleSlice(&bytes).ok() &&
        !request_.DumpToSingleSlice(&bytes).ok()) {
      status = absl::InternalError("request: its bytes are lost");
    }
    if (status.ok()) {
      status = session_.AnswerBytes(
          {reinterpret_cast<const char*>(bytes.begin()), bytes.size()},
          response_);
    }
    if (!status.ok()) {
      Finish(
          {grpc::StatusCode::INVALID_ARGUMENT, std::string(status.message())});
      return;
    }
    if (response_.decision_ids_size() > 0) {
      writing_ = true;
      response_.SerializeToString(&answer_);
      const grpc::Slice answer(answer_);
      stream_.Write(grpc::ByteBuffer(&answer, 1), host_.Begin(written_));
    }
    Read();
  }

  void Written(bool ok) {
    writing_ = false;
    if (finishing_) {
      stream_.Finish(status_, host_.Begin(finished_));
    } else if (held_) {
      held_ = false;
      if (ok) {
        Answer();
      } else {
        Finish(grpc::Status::OK);
      }
    }
    // If a write fails, the stream has ended, and the read fails too.
  }

  // Requires: no read is open.
  void Finish(const grpc::Status& status) {
    finishing_ = true;
    status_ = status;
    if (!writing_) stream_.Finish(status_, host_.Begin(finished_));
  }

  void Finished(bool /*ok*/) { delete this; }

  Host& host_;
  grpc::ServerContext context_;
  grpc::ServerAsyncReaderWriter<grpc::ByteBuffer, grpc::ByteBuffer> stream_;
  PlaySession session_;
  // Members, so that the stream reuses their memory.
  grpc::ByteBuffer request_;
  v1::PlayResponse response_;
  std::string answer_;  // its bytes
  grpc::Status status_;
  bool writing_ = false;
  bool held_ = false;  // a request has been read but not answered
  bool finishing_ = false;
  MemberWaiter<PlayCall> opened_{*this, &PlayCall::Opened};
  MemberWaiter<PlayCall> read_{*this, &PlayCall::HaveRead};
  MemberWaiter<PlayCall> written_{*this, &PlayCall::Written};
  MemberWaiter<PlayCall> finished_{*this, &PlayCall::Finished};
};

std::shared_ptr<grpc::ServerCredentials> CredentialsOf(
    const ServingPlace& place) {
  if (place.certificate.empty()) return grpc::InsecureServerCredentials();
  grpc::SslServerCredentialsOptions options;
  options.pem_key_cert_pairs.push_back(
      {.private_key = place.private_key, .cert_chain = place.certificate});
  return grpc::SslServerCredentials(options);
}

class QueueServer final : public BotServer {
 public:
  QueueServer(const BotInfo& info, Strategy& strategy) {
    host_.description = MakeDescription(info);
    host_.strategy = &strategy;
  }

  bool Listen(const ServingPlace& place) {
    if (!place.token.empty()) host_.authorization = "Bearer " + place.token;
    grpc::ServerBuilder builder;
    // A second bot on the same port has to fail instead of sharing it.
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
    builder.SetMaxReceiveMessageSize(kMaxRequestBytes);
    int port = 0;
    builder.AddListeningPort(place.address, CredentialsOf(place), &port);
    builder.RegisterService(&host_.service);
    host_.queue = builder.AddCompletionQueue();
    server_ = builder.BuildAndStart();
    if (server_ != nullptr && port != 0) {
      address_ = place.address;
      if (!address_.starts_with("unix:")) {
        address_.erase(address_.rfind(':') + 1);
        address_ += std::to_string(port);
      }
      DescribeCall::Await(host_);
      PlayCall::Await(host_);
      return true;
    }
    // A queue has to be shut down and emptied before it is destroyed.
    if (server_ != nullptr) server_->Shutdown();
    host_.queue->Shutdown();
    void* tag = nullptr;
    bool ok = false;
    while (host_.queue->Next(&tag, &ok)) continue;
    return false;
  }

  [[nodiscard]] const std::string& address() const override { return address_; }

  void Run() override {
    void* tag = nullptr;
    bool ok = false;
    bool stopping = false;
    bool shut_down = false;
    while (host_.queue->Next(&tag, &ok)) {
      if (tag == &stopped_) {
        stopping = true;
      } else {
        --host_.operations;
        static_cast<Waiter*>(tag)->Done(ok);
      }
      if (stopping && host_.operations == 0 && !shut_down) {
        shut_down = true;
        host_.queue->Shutdown();
      }
    }
  }

  void Stop() override {
    // Run continues meanwhile and finishes the open calls.
    server_->Shutdown(std::chrono::system_clock::now());
    // No call arrives from here on; notifies the thread of Run.
    stopped_.Set(host_.queue.get(), std::chrono::system_clock::now(),
                 &stopped_);
  }

 private:
  Host host_;
  std::unique_ptr<grpc::Server> server_;
  std::string address_;
  grpc::Alarm stopped_;  // its own address is its tag
};

// Serves until a signal arrives; calls `ready` once clients can connect.
absl::Status ServeUntilSignal(
    const ServingPlace& place, const BotInfo& info, Strategy& strategy,
    const std::function<void(const std::string&)>& ready) {
  WaitForSocketsByPoll();
  EndingSignal ending;  // before gRPC starts its threads
  absl::StatusOr<std::unique_ptr<BotServer>> server =
      BotServer::Start(place, info, strategy);
  if (!server.ok()) return server.status();
  ready((*server)->address());
  ending.Await([&server] { (*server)->Stop(); });
  (*server)->Run();
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::unique_ptr<BotServer>> BotServer::Start(
    const ServingPlace& place, const BotInfo& info, Strategy& strategy) {
  auto server = std::make_unique<QueueServer>(info, strategy);
  if (!server->Listen(place)) {
    return absl::UnavailableError(absl::StrFormat(
        "cannot serve at '%s'; expected unix:/path of a file that can be made, "
        "or host:port of a free port%s",
        place.address,
        place.certificate.empty() ? ""
                                  : ", and a certificate and its key in PEM"));
  }
  return std::unique_ptr<BotServer>(std::move(server));
}

absl::Status ServeBotAt(const ServingPlace& place, const BotInfo& info,
                        Strategy& strategy) {
  return ServeUntilSignal(place, info, strategy, [](const std::string& at) {
    std::cout << "serving at " << at << '\n' << std::flush;
  });
}

absl::Status ServeBot(const BotInfo& info, Strategy& strategy) {
  const char* address = std::getenv("COUILLON_LISTEN");
  // Ends this process if the referee is killed.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (address == nullptr || *address == '\0') {
    return absl::FailedPreconditionError(
        "COUILLON_LISTEN is not set: a bot is started by the referee, or by "
        "hand with COUILLON_LISTEN=unix:/path or COUILLON_LISTEN=host:port");
  }
  return ServeUntilSignal({.address = address}, info, strategy,
                          [](const std::string&) {});
}

}  // namespace couillon::bots
