// Where an arena is that a bot connects to, and with what right.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace couillon::bots {

struct ArenaPlace {
  // "HOST:PORT" with TLS, "plaintext:HOST:PORT" without it, or "unix:/PATH".
  std::string address;
  // The trusted root certificates in PEM; empty for those of the system.
  std::string roots;
  // The author's token; empty for none. It never goes to another machine
  // without TLS.
  std::string token;
  // The bot's name in the arena; empty: the name of its description.
  std::string name;
};

// The parts of ArenaPlace::address.
struct ArenaTarget {
  std::string target;  // in gRPC's syntax
  bool tls = false;
};

// InvalidArgument gives the address, or says that the token would go to another
// machine without TLS.
absl::StatusOr<ArenaTarget> TargetOf(const ArenaPlace& place);

// The first line of a file without blanks at its end: a token. InvalidArgument
// names the file if it cannot be read or holds none.
absl::StatusOr<std::string> ReadToken(const std::string& path);

// The certificates in a file. InvalidArgument names the file if it cannot be
// read or holds none.
absl::StatusOr<std::string> ReadRoots(const std::string& path);

}  // namespace couillon::bots
