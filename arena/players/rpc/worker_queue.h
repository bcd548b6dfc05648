// The completion queue of a worker, and the streams on it: one thread takes the
// events of all its bots. Other threads run the blocking tasks (starting and
// ending bots), whose end is also an event. For the worker's thread only.
#pragma once

#include <grpc/support/time.h>
#include <grpcpp/alarm.h>
#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/completion_queue.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/support/async_stream.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/status.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "arena/players/rpc/grpc_config.h"
#include "arena/players/rpc/task_thread.h"

namespace couillon::arena {

// An operation on the queue: its tag is a QueueEvent*.
class QueueEvent {
 public:
  // Called when the operation has ended; `ok` is gRPC's result.
  virtual void Settle(bool ok) = 0;

 protected:
  ~QueueEvent() = default;
};

// The method of a bot's decisions, as gRPC names it.
inline constexpr char kPlayMethod[] = "/couillon.v1.BotService/Play";

// One Play stream on a worker's queue, as bytes in both directions.
// It takes questions as bytes, so that the decisions of a batch need no message
// objects, and gives answers as bytes, so that their size is checked before
// they are parsed. gRPC uses a stream while an operation is open, so the stream
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
  // The status of the ended stream, after Finish.
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

class WorkerQueue {
 public:
  explicit WorkerQueue(GrpcWorkerConfig config);
  // Requires: all tasks are done, and no further operation is started.
  ~WorkerQueue();
  WorkerQueue(const WorkerQueue&) = delete;
  WorkerQueue& operator=(const WorkerQueue&) = delete;

  // Processes all pending events; waits until `deadline` for the first only.
  void TakeUntil(gpr_timespec deadline);
  // Reads from `stream` when events are taken the next time. A read sends a
  // window update: sent before the next questions, it would wake an idle bot
  // once more than needed.
  void ReadNext(std::shared_ptr<PlayStream> stream) {
    to_read_.push_back(std::move(stream));
  }

  // Tasks of one kind run in order, one at a time, so that starting bots do not
  // compete for processors. A start never delays an end.
  enum class TaskKind : std::uint8_t { kStart, kEnd };
  // Runs `work` on another thread; afterwards calls `done` on this thread, from
  // TakeUntil.
  void Run(TaskKind kind, std::function<void()> work,
           std::function<void()> done);

  [[nodiscard]] grpc::CompletionQueue& queue() { return *queue_; }
  [[nodiscard]] const GrpcWorkerConfig& config() const { return config_; }
  // The bytes of a PlayRequest that introduces the ruleset with that index.
  // Bytes of other fields can be appended.
  [[nodiscard]] const std::string& introduction(std::size_t ruleset) const {
    return introductions_[ruleset];
  }

 private:
  // The end of a task, as an event.
  class TaskEnd final : public QueueEvent {
   public:
    TaskEnd(WorkerQueue& queue, std::function<void()> done)
        : queue_(queue), done_(std::move(done)) {}
    // Called on the other thread, which does not use this object afterwards.
    void Announce();
    void Settle(bool ok) override;
    void SetPlace(std::list<TaskEnd>::iterator place) { place_ = place; }

   private:
    WorkerQueue& queue_;
    std::function<void()> done_;
    grpc::Alarm alarm_;
    std::list<TaskEnd>::iterator place_;
  };

  GrpcWorkerConfig config_;
  std::vector<std::string> introductions_;
  std::unique_ptr<grpc::CompletionQueue> queue_ =
      std::make_unique<grpc::CompletionQueue>();
  std::vector<std::shared_ptr<PlayStream>> to_read_;
  std::list<TaskEnd> tasks_;  // under way
  // Null until the first task.
  std::unique_ptr<TaskThread> starter_;
  std::unique_ptr<TaskThread> ender_;
};

}  // namespace couillon::arena
