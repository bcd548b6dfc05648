// One of the two streams that a relay joins: the bot's call of Attend, or the
// referee's call of Play. What arrives on one is sent on the other, a message
// at a time in each direction, as bytes.
#pragma once

#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>
#include <grpcpp/support/status.h>

#include <cstdint>
#include <memory>

namespace couillon::arena {

class StreamEnd;

// Owns the state of all ends; called in gRPC's threads.
class StreamSwitch {
 public:
  virtual void OnRead(StreamEnd& end, bool ok) = 0;
  virtual void OnWritten(StreamEnd& end, bool ok) = 0;
  // The caller has cancelled, or its connection has broken.
  virtual void OnBroken(StreamEnd& end) = 0;

 protected:
  ~StreamSwitch() = default;
};

// A stream as gRPC sees it; deletes itself when gRPC is done with it. The
// switch keeps its members, and uses none of them after Close().
class StreamEnd final
    : public grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
 public:
  enum class Kind : std::uint8_t { kAttend, kPlay };

  // Holds `held` until gRPC is done with the stream; `owner` lives as long.
  StreamEnd(Kind kind, StreamSwitch& owner,
            grpc::CallbackServerContext& context,
            std::shared_ptr<const void> held);

  // Begins to read a message.
  void Read();
  // Sends the message that was read from `other`, which may read the next one.
  // Requires: other.has_message; !writing.
  void Send(StreamEnd& other);
  // Ends the stream. The client may see CANCELLED in place of `status` if it
  // does not take what was sent before.
  void Close(const grpc::Status& status);

  void OnReadDone(bool ok) override { switch_.OnRead(*this, ok); }
  void OnWriteDone(bool ok) override { switch_.OnWritten(*this, ok); }
  void OnCancel() override { switch_.OnBroken(*this); }
  void OnDone() override { delete this; }

  const Kind kind;
  StreamEnd* peer = nullptr;  // null until the two are joined
  bool has_message = false;   // read, and not sent on yet
  bool writing = false;
  bool closed = false;
  // The end of writing after Close(): ends the stream.
  void FinishClosed();

 private:
  const std::shared_ptr<const void> held_;
  StreamSwitch& switch_;
  grpc::CallbackServerContext& context_;
  grpc::ByteBuffer incoming_;
  grpc::ByteBuffer outgoing_;
  grpc::Status status_;  // of Close()
};

}  // namespace couillon::arena
