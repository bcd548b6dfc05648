// Parses the addresses of remote bots.
#pragma once

#include <string>

#include "absl/status/statusor.h"

namespace couillon::arena {

struct BotAddress {
  std::string text;    // as configured
  std::string target;  // in gRPC's syntax
  std::string host;    // empty for a unix socket
  bool tls = false;

  // Returns true if messages to it stay on this machine: a unix socket, or the
  // loopback interface by number or as "localhost".
  [[nodiscard]] bool StaysHere() const;
};

// Returns true if `text` begins as an address: "grpcs://", "grpc://" or
// "unix:".
bool IsBotAddress(const std::string& text);

// Parses grpcs://HOST:PORT, grpc://HOST:PORT or unix:/PATH; an IPv6 address as
// HOST is in brackets. InvalidArgument gives the text found and the syntax
// expected.
absl::StatusOr<BotAddress> ParseBotAddress(const std::string& text);

}  // namespace couillon::arena
