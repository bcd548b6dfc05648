// Attempts of a broken bot to escape from its sandbox: to read secret files, to
// reach other processes, to gain privileges or more than its share. Each
// attempt is made once per process. The first that succeeds writes "ESCAPED"
// and what it reached to stderr and ends the bot, so that a test sees a crash.
#pragma once

#include <string>

namespace couillon::bots::broken {

// Makes the attempt `fault`, if it is one of these. `socket` is the path at
// which the bot serves. Returns if the attempt failed.
void TryToEscape(const std::string& fault, const std::string& socket);

// Replaces its own socket with a link to the socket of the other bot, so that
// the referee would connect to that one. Never returns.
[[noreturn]] void StealSocket(const std::string& socket);

}  // namespace couillon::bots::broken
