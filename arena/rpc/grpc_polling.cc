#include "arena/rpc/grpc_polling.h"

#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): has setenv

namespace couillon::arena {
namespace {

// gRPC reads it when it starts, and has no other way to choose.
constexpr char kVariable[] = "GRPC_POLL_STRATEGY";

bool g_is_ours = false;  // the value of the variable

}  // namespace

void WaitForSocketsByPoll() {
  if (getenv(kVariable) != nullptr) return;  // NOLINT(concurrency-mt-unsafe)
  g_is_ours = true;
  setenv(kVariable, "poll", 1);  // NOLINT(concurrency-mt-unsafe)
}

void WaitForSocketsByEpoll() {
  if (!g_is_ours) return;
  g_is_ours = false;
  unsetenv(kVariable);  // NOLINT(concurrency-mt-unsafe)
}

}  // namespace couillon::arena
