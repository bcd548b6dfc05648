// One completion queue, one stream, and answers made of bytes without message
// objects.

#include "bots/cpp/bare_server.h"

#include <grpc/grpc.h>
#include <grpcpp/completion_queue.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <grpcpp/server_context.h>
#include <grpcpp/support/async_stream.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/proto_buffer_reader.h>
#include <grpcpp/support/slice.h>
#include <grpcpp/support/status.h>

#include <bit>
#include <chrono>
#include <cstddef>
#include <memory>

#include "absl/strings/str_format.h"
#include "bots/cpp/socket_polling.h"
#include "couillon/v1/bot_service.grpc.pb.h"
#include "couillon/v1/bot_service.pb.h"

namespace couillon::bots {
namespace {

// gRPC's own threads answer Describe.
class BareService
    : public v1::BotService::WithRawMethod_Play<v1::BotService::Service> {
 public:
  grpc::Status Describe(grpc::ServerContext* /*context*/,
                        const v1::DescribeRequest* /*request*/,
                        v1::DescribeResponse* response) override {
    response->set_name("bare");
    return grpc::Status::OK;
  }
};

// The answer to messages of one length.
struct ReadyAnswer {
  std::size_t request_bytes = 0;
  grpc::ByteBuffer answer;
  // Members, to reuse their memory.
  v1::PlayRequest message;
  v1::PlayResponse response;
};

// Makes `ready` the answer to `request`. False if that is no PlayRequest.
bool MakeReady(grpc::ByteBuffer& request, ReadyAnswer& ready) {
  ready.request_bytes = request.Length();
  grpc::ProtoBufferReader reader(&request);
  if (!ready.message.ParseFromZeroCopyStream(&reader)) return false;
  ready.response.Clear();
  for (const v1::Decision& decision : ready.message.decisions()) {
    ready.response.add_decision_ids(decision.decision_id());
    ready.response.add_actions(
        static_cast<std::uint32_t>(std::countr_zero(decision.legal_actions())));
  }
  const grpc::Slice bytes(ready.response.SerializeAsString());
  ready.answer = grpc::ByteBuffer(&bytes, 1);
  return true;
}

// Waits for the next operation on the queue. Returns whether it succeeded.
bool Await(grpc::CompletionQueue& queue) {
  void* tag = nullptr;
  bool ok = false;
  return queue.Next(&tag, &ok) && ok;
}

// Serves the stream; reads the next message while the last answer is sent.
void ServeStream(BareService& service, grpc::ServerCompletionQueue& queue,
                 BareWork work) {
  grpc::ServerContext context;
  grpc::ServerAsyncReaderWriter<grpc::ByteBuffer, grpc::ByteBuffer> stream(
      &context);
  service.RequestPlay(&context, &stream, &queue, &queue, nullptr);
  if (!Await(queue)) return;
  grpc::ByteBuffer request;
  ReadyAnswer ready;
  stream.Read(&request, nullptr);
  bool good = Await(queue);
  while (good) {
    const bool is_ready = work == BareWork::kReadyBytes &&
                          request.Length() == ready.request_bytes;
    if (!is_ready && !MakeReady(request, ready)) break;
    stream.Write(ready.answer, nullptr);
    stream.Read(&request, nullptr);
    const bool one = Await(queue);
    good = Await(queue) && one;
  }
  stream.Finish(grpc::Status::OK, nullptr);
  Await(queue);
}

}  // namespace

absl::Status ServeBare(const std::string& address, BareWork work) {
  WaitForSocketsByPoll();
  BareService service;
  grpc::ServerBuilder builder;
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  builder.AddListeningPort(address, grpc::InsecureServerCredentials());
  builder.RegisterService(&service);
  const auto queue = builder.AddCompletionQueue();
  const auto server = builder.BuildAndStart();
  if (server != nullptr) {
    ServeStream(service, *queue, work);
    server->Shutdown(std::chrono::system_clock::now());
  }
  queue->Shutdown();
  void* tag = nullptr;
  bool ok = false;
  while (queue->Next(&tag, &ok)) continue;
  if (server != nullptr) return absl::OkStatus();
  return absl::UnavailableError(
      absl::StrFormat("cannot serve at '%s'", address));
}

}  // namespace couillon::bots
