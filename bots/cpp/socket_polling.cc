// The environment variable that gRPC reads when it starts.

#include "bots/cpp/socket_polling.h"

#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): has setenv

namespace couillon::bots {

void WaitForSocketsByPoll() {
  // gRPC reads it when it starts, and has no other way to choose.
  // NOLINTNEXTLINE(concurrency-mt-unsafe)
  setenv("GRPC_POLL_STRATEGY", "poll", /*replace=*/0);
}

}  // namespace couillon::bots
