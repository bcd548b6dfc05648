// Diagnoses a started bot whose socket accepts connections but does not serve
// gRPC.
#pragma once

#include <chrono>
#include <string>

namespace couillon::arena {

// Describes the server at `fd`, a new non-blocking connection: it closes the
// connection, sends nothing, or does not begin as HTTP/2 does. Human-readable:
// "its socket speaks HTTP/1, ...; expected a gRPC server". Empty if it looks
// like a bot. Takes at most `limit`. Closes `fd`.
std::string DiagnoseServer(int fd, std::chrono::milliseconds limit);

}  // namespace couillon::arena
