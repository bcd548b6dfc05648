// Why a bot that was started cannot be reached at its unix socket.
#pragma once

#include <chrono>
#include <string>

namespace couillon::arena {

// What is found at `path`: nothing, something that is no socket, a socket at
// which nobody listens or takes connections, or one that answers the beginning
// of HTTP/2 with something else or with nothing. Takes `limit` at most. For
// people: "nothing is at /tmp/x/bot; expected a socket there". Empty if it
// looks like a bot.
std::string DiagnoseStart(const std::string& path,
                          std::chrono::milliseconds limit);

}  // namespace couillon::arena
