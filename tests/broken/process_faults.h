// Faults of a broken bot that harm the machine, not the protocol.
#pragma once

#include <cstddef>
#include <string>

namespace couillon::bots::broken {

// The unit of what faults send, write and hold, in bytes.
inline constexpr std::size_t kMegabyte = std::size_t{1} << 20;

// Executes `fault`, if it is a fault of a process; some never return. `socket`
// is the path at which the bot serves. All faults are bounded, so that a
// referee without limits survives them.
void MisuseProcess(const std::string& fault, const std::string& socket);

// Serves something other than gRPC at `socket`. Never returns.
[[noreturn]] void ServeNonsense(const std::string& socket);

// Sleeps until it is killed.
[[noreturn]] void SleepForEver();

}  // namespace couillon::bots::broken
