// The address at which a server of pages listens.
#pragma once

#include <string>

#include "absl/status/status.h"

namespace couillon::arena {

struct Listen {
  std::string host = "127.0.0.1";
  int port = 0;  // 0: one that is free
};

// Reads HOST:PORT, HOST or PORT, an IPv6 address in brackets, into `listen`;
// what `text` does not say stays as it is. InvalidArgument names the option
// --listen and says what was expected.
absl::Status ReadListen(const std::string& text, Listen& listen);

}  // namespace couillon::arena
