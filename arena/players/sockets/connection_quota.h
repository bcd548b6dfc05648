// The choice of connections that a server ends when it cannot hold more.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace couillon::arena {

struct ConnectionQuota {
  std::size_t most = 256;           // connections in all
  std::size_t most_of_client = 64;  // of a client address
};

// A connection that may give way to another one.
struct HeldConnection {
  std::string client;  // see ClientOf
  std::chrono::steady_clock::time_point since;
};

// Returns the index of the connection that gives way so that `client` may have
// one more: the oldest of that client if it has as many as are allowed,
// otherwise the oldest of the client that has the most. Null if there is room.
// So a client that asks at once is served, although others hold all that they
// can get.
std::optional<std::size_t> ChooseToEnd(const std::vector<HeldConnection>& held,
                                       const std::string& client,
                                       const ConnectionQuota& quota);

}  // namespace couillon::arena
