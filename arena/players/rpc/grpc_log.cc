// gRPC's log function is replaced by one that escapes its lines, and prints
// only failed assertions unless asked.

#include "arena/players/rpc/grpc_log.h"

#include <grpc/support/log.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "absl/strings/match.h"
#include "arena/numbers/text/printable.h"

namespace couillon::arena {
namespace {

bool g_wanted = false;  // set before the log function is installed

void Write(gpr_log_func_args* line) {
  const std::string text = line->message;
  if (!g_wanted && !absl::StrContains(text, "assertion failed")) return;
  std::fprintf(stderr, "gRPC: %s:%d: %s\n", line->file, line->line,
               Printable(text).c_str());
}

}  // namespace

void QuietGrpcLog() {
  static const bool kDone = [] {
    g_wanted = std::getenv("GRPC_VERBOSITY") != nullptr ||
               std::getenv("GRPC_TRACE") != nullptr;
    gpr_set_log_function(Write);
    return true;
  }();
  static_cast<void>(kDone);
}

}  // namespace couillon::arena
