// Parses the addresses of remote bots.
#pragma once

#include <string>

#include "absl/status/statusor.h"

namespace couillon::arena {

struct BotAddress {
  std::string text;    // as it was written
  std::string target;  // as gRPC wants it
  std::string host;    // empty for a unix socket
  bool tls = false;

  // Whether what is sent there stays on this machine: a unix socket, or the
  // loopback interface by number or as "localhost".
  [[nodiscard]] bool StaysHere() const;
};

// Whether `text` is meant as an address: it begins with "grpcs://", "grpc://"
// or "unix:".
bool IsBotAddress(const std::string& text);

// grpcs://HOST:PORT, grpc://HOST:PORT or unix:/PATH; an IPv6 address as HOST
// stands in brackets. InvalidArgument says what was found and expected.
absl::StatusOr<BotAddress> ParseBotAddress(const std::string& text);

}  // namespace couillon::arena
