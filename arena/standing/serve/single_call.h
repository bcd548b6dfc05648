// A call that gets one answer. Its request is read when the server wants it, so
// that a caller without a token makes nobody read, and fills no memory.
#pragma once

#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/proto_buffer_reader.h>
#include <grpcpp/support/server_callback.h>
#include <grpcpp/support/status.h>

#include <functional>
#include <memory>
#include <utility>

#include "google/protobuf/message.h"

namespace couillon::arena {

// Returns `message` as gRPC sends it.
grpc::ByteBuffer ToByteBuffer(const google::protobuf::Message& message);

// Reads a message from the bytes that gRPC has received; false if they are
// none.
bool FromByteBuffer(grpc::ByteBuffer& bytes,
                    google::protobuf::Message& message);

// Deletes itself when gRPC is done with it.
class SingleCall final : public grpc::ServerGenericBidiReactor {
 public:
  // Holds `held` until gRPC is done with the call.
  explicit SingleCall(std::shared_ptr<const void> held = nullptr)
      : held_(std::move(held)) {}

  // Reads the request, and calls `then` with it in a thread of gRPC; ends the
  // call if the caller has left before.
  void Read(std::function<void(grpc::ByteBuffer&)> then);
  // Ends the call with a response.
  void Answer(const google::protobuf::Message& response);
  // Ends the call with an error.
  void Refuse(const grpc::Status& status) { Finish(status); }

  void OnReadDone(bool ok) override;
  void OnDone() override { delete this; }

 private:
  const std::shared_ptr<const void> held_;
  std::function<void(grpc::ByteBuffer&)> then_;
  grpc::ByteBuffer incoming_;
  grpc::ByteBuffer outgoing_;
};

}  // namespace couillon::arena
