// A server that breaks HTTP/2 or gRPC's use of it rather than the messages.
#pragma once

#include <string>

namespace couillon::bots::broken {

// Whether `fault` is one of those below the messages.
bool IsWireFault(const std::string& fault);

// Serves at the unix socket `path`, broken in the way that `fault` says. Never
// returns.
[[noreturn]] void ServeWireFault(const std::string& fault,
                                 const std::string& path);

}  // namespace couillon::bots::broken
