// Shutdown of a completion queue; a bot must not be able to delay it.
#pragma once

#include <functional>

namespace grpc {  // NOLINT(readability-identifier-naming): gRPC named it
class CompletionQueue;
}  // namespace grpc

namespace couillon::arena {

// Shuts `queue` down and passes its tags to `settle` until none is left.
// Returns false if that takes longer than cancelled calls should take: a remote
// bot, which cannot be killed, may stop reading, and gRPC keeps a write as long
// as the connection lasts, even if cancelled. The queue and the owners of the
// open tags must then never be destroyed.
bool EndQueue(grpc::CompletionQueue& queue,
              const std::function<void(void* tag, bool ok)>& settle);

}  // namespace couillon::arena
