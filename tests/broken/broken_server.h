// A gRPC server that answers with arbitrary bytes, without the checks of the
// SDK.
#pragma once

#include <string>

namespace couillon::bots::broken {

// Serves at `address` with the given fault. Never returns.
[[noreturn]] void ServeBroken(const std::string& fault,
                              const std::string& address);

}  // namespace couillon::bots::broken
