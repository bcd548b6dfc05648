// A gRPC server that answers with bytes of its own making, past all that the
// kit for bots would prevent.
#pragma once

#include <string>

namespace couillon::bots::broken {

// Serves at `address`, broken in the way that `fault` says. Never returns.
[[noreturn]] void ServeBroken(const std::string& fault,
                              const std::string& address);

}  // namespace couillon::bots::broken
