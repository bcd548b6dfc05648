// The end of a completion queue, which a bot must not be able to put off.
#pragma once

#include <functional>

namespace grpc {  // NOLINT(readability-identifier-naming): gRPC named it
class CompletionQueue;
}  // namespace grpc

namespace couillon::arena {

// Shuts `queue` down and hands its tags to `settle` until none is left. False
// if that takes longer than calls that were cancelled should take: a bot that
// is remote, and so cannot be killed, may stop reading,
// and gRPC keeps a write for as long as the connection lasts, cancelled or not.
// The queue and the owners of the open tags must then live forever.
bool EndQueue(grpc::CompletionQueue& queue,
              const std::function<void(void* tag, bool ok)>& settle);

}  // namespace couillon::arena
