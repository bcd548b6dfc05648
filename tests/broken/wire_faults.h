// A server that violates HTTP/2 or gRPC's framing, not the messages.
#pragma once

#include <string>

namespace couillon::bots::broken {

// Whether `fault` is one of these faults.
bool IsWireFault(const std::string& fault);

// Serves at the unix socket `path` with the given fault. Never returns.
[[noreturn]] void ServeWireFault(const std::string& fault,
                                 const std::string& path);

}  // namespace couillon::bots::broken
