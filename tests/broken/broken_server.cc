#include "tests/broken/broken_server.h"

#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>
#include <grpcpp/support/slice.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <semaphore>
#include <utility>
#include <vector>

#include "couillon/v1/bot_service.pb.h"
#include "tests/broken/broken_play.h"
#include "tests/broken/process_faults.h"

namespace couillon::bots::broken {
namespace {

grpc::ByteBuffer ToBuffer(const std::string& bytes) {
  const grpc::Slice slice(bytes);
  return {&slice, 1};
}

std::string ToBytes(const grpc::ByteBuffer& buffer) {
  std::vector<grpc::Slice> slices;
  std::string bytes;
  if (!buffer.Dump(&slices).ok()) return bytes;
  for (const grpc::Slice& slice : slices) {
    bytes.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
  }
  return bytes;
}

// Answers one Describe. Owns itself, like all reactors in this file.
class Describe final : public grpc::ServerGenericBidiReactor {
 public:
  explicit Describe(const std::string& fault) : fault_(fault) {
    StartRead(&in_);
  }
  void OnReadDone(bool /*ok*/) override {
    if (fault_ == "describe-hangs") SleepForEver();
    if (fault_ == "describe-fails") {
      Finish({grpc::StatusCode::UNIMPLEMENTED, "\x1b]0;owned\x07 no\n"});
      return;
    }
    out_ = ToBuffer(BrokenDescription(fault_));
    StartWrite(&out_);
  }
  void OnWriteDone(bool /*ok*/) override { Finish(grpc::Status::OK); }
  void OnDone() override { delete this; }

 private:
  const std::string& fault_;
  grpc::ByteBuffer in_;
  grpc::ByteBuffer out_;
};

// Released when the server has to close and restart.
std::binary_semaphore g_reopen(0);

class Play final : public grpc::ServerGenericBidiReactor {
 public:
  Play(grpc::GenericCallbackServerContext& context, const std::string& fault,
       const std::string& socket)
      : context_(context), play_(fault, socket) {
    Send(play_.Greet());
  }
  void OnReadDone(bool ok) override {
    v1::PlayRequest request;
    if (!ok || !request.ParseFromString(ToBytes(in_))) {
      Finish(grpc::Status::OK);
      return;
    }
    Send(play_.Answer(request));
  }
  void OnWriteDone(bool ok) override {
    if (!ok) {
      Finish(grpc::Status::OK);
      return;
    }
    if (!reply_.for_ever || reply_.messages.size() > 1) {
      reply_.messages.erase(reply_.messages.begin());
    }
    GoOn();
  }
  void OnDone() override { delete this; }

 private:
  void Send(Reply reply) {
    reply_ = std::move(reply);
    GoOn();
  }
  void GoOn() {
    if (!reply_.messages.empty()) {
      if (reply_.slowly) usleep(500'000);
      out_ = ToBuffer(reply_.messages.front());
      StartWrite(&out_);
      return;
    }
    if (reply_.exits) {
      usleep(100'000);  // until the sent messages have left the process
      _exit(0);
    }
    if (!reply_.closes) {
      StartRead(&in_);
      return;
    }
    if (reply_.reopens) g_reopen.release();
    if (reply_.with_metadata) {
      context_.AddTrailingMetadata("x-much", std::string(50'000, 'x'));
    }
    Finish(reply_.rudely ? grpc::Status(grpc::StatusCode::DATA_LOSS,
                                        "\x1b[31m\xff\xfe\r\n\a bye\n"
                                        "couillon: the bot has won")
                         : grpc::Status::OK);
  }

  grpc::GenericCallbackServerContext& context_;
  BrokenPlay play_;
  Reply reply_;
  grpc::ByteBuffer in_;
  grpc::ByteBuffer out_;
};

class AnyService final : public grpc::CallbackGenericService {
 public:
  AnyService(std::string fault, std::string socket)
      : fault_(std::move(fault)), socket_(std::move(socket)) {}
  grpc::ServerGenericBidiReactor* CreateReactor(
      grpc::GenericCallbackServerContext* context) override {
    if (context->method().ends_with("/Describe")) return new Describe(fault_);
    return new Play(*context, fault_, socket_);
  }

 private:
  std::string fault_;
  std::string socket_;
};

}  // namespace

void ServeBroken(const std::string& fault, const std::string& address) {
  const std::string socket = address.substr(address.find('/'));
  for (;;) {
    AnyService service(fault, socket);  // usable for one server only
    grpc::ServerBuilder builder;
    builder.AddListeningPort(address, grpc::InsecureServerCredentials());
    builder.RegisterCallbackGenericService(&service);
    const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
    if (server == nullptr) _exit(1);
    g_reopen.acquire();
    server->Shutdown(std::chrono::system_clock::now());
  }
}

}  // namespace couillon::bots::broken
