// The completion queue of a worker: one thread takes the events of all its
// bots. What blocks, starting and ending bots, is done by threads beside it,
// and its end is such an event. For the worker's thread alone.
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

#include "arena/rpc/grpc_config.h"
#include "arena/rpc/task_thread.h"

namespace couillon::arena {

// What an operation on the queue is known by: its tag is a QueueEvent*.
class QueueEvent {
 public:
  // The operation has ended; `ok` is what gRPC says about it.
  virtual void Settle(bool ok) = 0;

 protected:
  ~QueueEvent() = default;
};

class WorkerQueue {
 public:
  explicit WorkerQueue(GrpcWorkerConfig config);
  // Requires: no further operation is started, and all tasks are done.
  ~WorkerQueue();
  WorkerQueue(const WorkerQueue&) = delete;
  WorkerQueue& operator=(const WorkerQueue&) = delete;

  // Processes all events; waits until `deadline` for the first one only.
  void TakeUntil(gpr_timespec deadline);

  // Tasks of one kind are done in order, one at a time, so that bots which
  // start do not take each other's processors. A start holds up no end.
  enum class TaskKind : std::uint8_t { kStart, kEnd };
  // Has another thread do `work`, and calls `done` on this one afterwards, as
  // it takes events.
  void Run(TaskKind kind, std::function<void()> work,
           std::function<void()> done);

  [[nodiscard]] grpc::CompletionQueue& queue() { return *queue_; }
  [[nodiscard]] const GrpcWorkerConfig& config() const { return config_; }
  // The bytes of a PlayRequest that introduces the ruleset of that index and
  // has no more in it; others can follow them.
  [[nodiscard]] const std::string& introduction(std::size_t ruleset) const {
    return introductions_[ruleset];
  }

 private:
  // The end of a task, as an event.
  class TaskEnd final : public QueueEvent {
   public:
    TaskEnd(WorkerQueue& queue, std::function<void()> done)
        : queue_(queue), done_(std::move(done)) {}
    // On the other thread, which does not touch this afterwards.
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
  std::list<TaskEnd> tasks_;  // under way
  // Null until the first task.
  std::unique_ptr<TaskThread> starter_;
  std::unique_ptr<TaskThread> ender_;
};

}  // namespace couillon::arena
