// Why a bot that was started cannot be used although its socket accepts
// connections.
#pragma once

#include <chrono>
#include <string>

namespace couillon::arena {

// What answers at `fd`, a fresh connection that never blocks, which is closed
// here: whether it closes, is silent, or says something else than HTTP/2 does
// at its beginning. Takes `limit` at most. Human-readable: "its socket speaks
// HTTP/1, ...; expected a gRPC server". Empty if it looks like a bot.
std::string DiagnoseServer(int fd, std::chrono::milliseconds limit);

}  // namespace couillon::arena
