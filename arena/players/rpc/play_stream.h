// One Play stream on a worker's queue, as bytes in both directions.
#pragma once

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/completion_queue.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/support/async_stream.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/status.h>

#include <cstdint>
#include <memory>
#include <string>

#include "arena/players/rpc/worker_queue.h"

namespace couillon::arena {

// The method of a bot's decisions, as gRPC names it.
inline constexpr char kPlayMethod[] = "/couillon.v1.BotService/Play";

// Takes questions as bytes, so that the decisions of a batch need no message
// objects. Gives answers as bytes, so that their size is checked before they
// are parsed. gRPC uses a stream while an operation is open, so the stream
// keeps itself alive until the queue has returned all operations.
class PlayStream : public std::enable_shared_from_this<PlayStream> {
 public:
  enum class Operation : std::uint8_t { kStart, kRead, kWrite, kFinish };

  // Is notified when an operation ends.
  class Listener {
   public:
    virtual void OnStream(Operation operation, bool ok) = 0;

   protected:
    ~Listener() = default;
  };

  // Begins to open a stream to the bot behind `channel`, with `token` unless it
  // is empty. Requires: `queue` outlives all operations; `listener` outlives
  // the stream or the call of Leave or Cancel.
  static std::shared_ptr<PlayStream> Open(
      const std::shared_ptr<grpc::Channel>& channel, const std::string& token,
      grpc::CompletionQueue& queue, Listener& listener);

  // Begin an operation. Requires: no other operation of its kind is open. After
  // Leave or Cancel a Read has no effect.
  void Read();
  void Write(const grpc::ByteBuffer& message);
  void Finish();
  // From now on the listener is not called.
  void Leave() { listener_ = nullptr; }
  // Ends the stream, including open operations. From now on the listener is not
  // called.
  void Cancel();

  // The message of the last Read.
  [[nodiscard]] grpc::ByteBuffer& received() { return received_; }
  // How the stream ended, after Finish.
  [[nodiscard]] const grpc::Status& status() const { return status_; }

 private:
  class Tag final : public QueueEvent {
   public:
    Tag(PlayStream& stream, Operation operation)
        : stream_(stream), operation_(operation) {}
    void Settle(bool ok) override { stream_.Settle(operation_, ok); }

   private:
    PlayStream& stream_;
    Operation operation_;
  };

  explicit PlayStream(Listener& listener) : listener_(&listener) {}
  // The tag of an operation that begins now.
  void* Begin(Tag& tag);
  void Settle(Operation operation, bool ok);

  Listener* listener_;
  grpc::ClientContext context_;
  std::unique_ptr<
      grpc::ClientAsyncReaderWriter<grpc::ByteBuffer, grpc::ByteBuffer>>
      call_;
  grpc::ByteBuffer received_;
  grpc::Status status_;
  Tag start_{*this, Operation::kStart};
  Tag read_{*this, Operation::kRead};
  Tag write_{*this, Operation::kWrite};
  Tag finish_{*this, Operation::kFinish};
  int pending_ = 0;                   // open operations
  std::shared_ptr<PlayStream> self_;  // null if pending_ is 0
};

}  // namespace couillon::arena
