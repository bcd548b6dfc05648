// Diagnoses a started bot whose socket accepts connections but does not serve
// gRPC.
#pragma once

#include <chrono>
#include <string>

namespace couillon::arena {

struct ServerDiagnosis {
  // Human-readable: "its socket speaks HTTP/1, ...; expected a gRPC server".
  // Empty if it looks like a bot.
  std::string problem;
  bool is_silent = false;  // it sent nothing, and may only have been slow
};

// Describes the server at `fd`, a new non-blocking connection: it closes the
// connection, sends nothing, or does not begin as HTTP/2 does. Takes at most
// `limit`. Closes `fd`.
ServerDiagnosis DiagnoseServer(int fd, std::chrono::milliseconds limit);

}  // namespace couillon::arena
