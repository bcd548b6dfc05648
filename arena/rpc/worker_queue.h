// The completion queue of a worker: one thread takes the events of all its
// bots. For that thread, unless said otherwise.
#pragma once

#include <grpc/support/time.h>
#include <grpcpp/completion_queue.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "arena/rpc/grpc_config.h"

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
  // Requires: nobody starts an operation any more.
  ~WorkerQueue();
  WorkerQueue(const WorkerQueue&) = delete;
  WorkerQueue& operator=(const WorkerQueue&) = delete;

  // Settles what has ended; waits until `deadline` for the first event only.
  void TakeUntil(gpr_timespec deadline);

  [[nodiscard]] grpc::CompletionQueue& queue() { return *queue_; }
  [[nodiscard]] const GrpcWorkerConfig& config() const { return config_; }
  // The bytes of a PlayRequest that introduces the ruleset of that index and
  // has no more in it; others can follow them.
  [[nodiscard]] const std::string& introduction(std::size_t ruleset) const {
    return introductions_[ruleset];
  }

 private:
  GrpcWorkerConfig config_;
  std::vector<std::string> introductions_;
  std::unique_ptr<grpc::CompletionQueue> queue_ =
      std::make_unique<grpc::CompletionQueue>();
};

}  // namespace couillon::arena
