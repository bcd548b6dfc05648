// Sets the environment variable that gRPC reads at its start.

#include "arena/players/rpc/grpc_polling.h"

#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): has setenv

#include <string_view>

namespace couillon::arena {
namespace {

// gRPC reads it when it starts, and has no other way to choose.
constexpr char kVariable[] = "GRPC_POLL_STRATEGY";

// Without poll, epoll. Nobody else writes it so: a program that this one starts
// inherits it, and may choose anew.
constexpr char kOurs[] = "poll,epoll1";

bool g_is_ours = false;  // the value of the variable

}  // namespace

void WaitForSocketsByPoll() {
  const char* const set = getenv(kVariable);  // NOLINT(concurrency-mt-unsafe)
  if (set != nullptr && std::string_view(set) != kOurs) return;
  g_is_ours = true;
  setenv(kVariable, kOurs, 1);  // NOLINT(concurrency-mt-unsafe)
}

void WaitForSocketsByEpoll() {
  if (!g_is_ours) return;
  g_is_ours = false;
  unsetenv(kVariable);  // NOLINT(concurrency-mt-unsafe)
}

}  // namespace couillon::arena
