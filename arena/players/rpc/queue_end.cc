// Takes the remaining events, each within a time limit.

#include "arena/players/rpc/queue_end.h"

#include <grpc/support/time.h>
#include <grpcpp/completion_queue.h>

#include <chrono>

#include "arena/players/rpc/grpc_time.h"

namespace couillon::arena {
namespace {

constexpr std::chrono::seconds kPatience(5);

}  // namespace

bool EndQueue(grpc::CompletionQueue& queue,
              const std::function<void(void* tag, bool ok)>& settle) {
  queue.Shutdown();
  const gpr_timespec patience = AfterNow(kPatience);
  void* tag = nullptr;
  bool ok = false;
  for (;;) {
    switch (queue.AsyncNext(&tag, &ok, patience)) {
      case grpc::CompletionQueue::GOT_EVENT:
        settle(tag, ok);
        continue;
      case grpc::CompletionQueue::TIMEOUT:
        return false;
      case grpc::CompletionQueue::SHUTDOWN:
        return true;
    }
  }
}

}  // namespace couillon::arena
