// The completion queue of a worker: one thread takes the events of all its
// bots. Other threads run the blocking tasks (starting and ending bots), whose
// end is also an event. For the worker's thread only.
#pragma once

#include <grpc/support/time.h>
#include <grpcpp/alarm.h>
#include <grpcpp/completion_queue.h>

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

class PlayStream;

// An operation on the queue: its tag is a QueueEvent*.
class QueueEvent {
 public:
  // Called when the operation has ended; `ok` is gRPC's result.
  virtual void Settle(bool ok) = 0;

 protected:
  ~QueueEvent() = default;
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
