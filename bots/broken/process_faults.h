// What a broken bot does to the machine rather than to the contract.
#pragma once

#include <string>

namespace couillon::bots::broken {

// Does what `fault` says, if it is a fault of a process; some never return.
// `socket` is the path at which the bot serves. All of it is bounded, so that
// a referee without limits survives it too.
void MisuseProcess(const std::string& fault, const std::string& socket);

// A server at `socket` that talks of something else. Never returns.
[[noreturn]] void ServeNonsense(const std::string& socket);

// Sleeps until it is killed.
[[noreturn]] void SleepForEver();

}  // namespace couillon::bots::broken
