// A bot without an SDK, which answers with the first legal action. Its speed is
// the upper bound for all bots over gRPC.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"

namespace couillon::bots {

// The ways in which a bare bot answers a message.
enum class BareWork : std::uint8_t {
  kReadyBytes,  // with the last answer's bytes if the length is the same
  kMessages,    // parses it and makes the answer with protobuf
};

// Serves one Play stream at `address`, then returns. Unavailable if it cannot
// listen there. Does not answer a second stream.
absl::Status ServeBare(const std::string& address, BareWork work);

}  // namespace couillon::bots
