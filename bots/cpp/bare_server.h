// A bot without an SDK, which answers with first legal actions. What is
// measured against it is the ceiling of everything over gRPC.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"

namespace couillon::bots {

// What a bare bot does with a message.
enum class BareWork : std::uint8_t {
  kReadyBytes,  // the same bytes for every message as long as the last one
  kMessages,    // reads it and writes the answer with protobuf
};

// Serves one Play stream at `address`, then returns. Unavailable if the address
// cannot be served. A second stream would not be answered.
absl::Status ServeBare(const std::string& address, BareWork work);

}  // namespace couillon::bots
