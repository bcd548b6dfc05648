#include "arena/rpc/queue_end.h"

#include <grpc/support/time.h>
#include <grpcpp/completion_queue.h>

#include <cstdint>
#include <functional>

namespace couillon::arena {
namespace {

constexpr std::int64_t kPatienceSeconds = 5;

}  // namespace

bool EndQueue(grpc::CompletionQueue& queue,
              const std::function<void(void* tag, bool ok)>& settle) {
  queue.Shutdown();
  const gpr_timespec patience =
      gpr_time_add(gpr_now(GPR_CLOCK_MONOTONIC),
                   gpr_time_from_seconds(kPatienceSeconds, GPR_TIMESPAN));
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
