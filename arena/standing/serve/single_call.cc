// A reactor with raw bytes, parsed when the server has room.

#include "arena/standing/serve/single_call.h"

#include <grpcpp/support/slice.h>

#include <string>

namespace couillon::arena {

grpc::ByteBuffer ToByteBuffer(const google::protobuf::Message& message) {
  const grpc::Slice slice(message.SerializeAsString());
  return {&slice, 1};
}

bool FromByteBuffer(grpc::ByteBuffer& bytes,
                    google::protobuf::Message& message) {
  grpc::ProtoBufferReader reader(&bytes);
  return reader.status().ok() && message.ParseFromZeroCopyStream(&reader);
}

void SingleCall::Read(std::function<void(grpc::ByteBuffer&)> then) {
  then_ = std::move(then);
  StartRead(&incoming_);
}

void SingleCall::OnReadDone(bool ok) {
  if (ok) return then_(incoming_);
  Finish({grpc::StatusCode::INVALID_ARGUMENT,
          "the call has ended without a request"});
}

void SingleCall::Answer(const google::protobuf::Message& response) {
  outgoing_ = ToByteBuffer(response);
  StartWriteAndFinish(&outgoing_, {}, grpc::Status::OK);
}

}  // namespace couillon::arena
