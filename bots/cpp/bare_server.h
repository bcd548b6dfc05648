// A bot without an SDK, as fast as gRPC itself: it answers the first message
// with first legal actions, and sends the same bytes for every message that is
// as long. What is measured against it is the ceiling of everything over gRPC.
#pragma once

#include <string>

#include "absl/status/status.h"

namespace couillon::bots {

// Serves one Play stream at `address`, then returns. Unavailable if the address
// cannot be served. A second stream would not be answered.
absl::Status ServeBare(const std::string& address);

}  // namespace couillon::bots
