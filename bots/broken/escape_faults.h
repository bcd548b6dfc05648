// What a broken bot tries in order to get out of where it was put: to read what
// is not for it, to reach others, to take rights or more than its share. Each
// attempt is made once a process; the first that succeeds ends the bot with
// "ESCAPED" and what it reached on stderr, so that a test sees a crash.
#pragma once

#include <string>

namespace couillon::bots::broken {

// Makes the attempt that `fault` says, if it is one of these. `socket` is the
// path at which the bot serves. Returns if the attempt failed.
void TryToEscape(const std::string& fault, const std::string& socket);

// Puts a link to the socket of the bot beside it in the place of its own, and
// waits to be taken for that one. Never returns.
[[noreturn]] void StealSocket(const std::string& socket);

}  // namespace couillon::bots::broken
