// The number of bytes that have arrived at a connection.
#pragma once

#include <cstdint>

namespace couillon::arena {

// Returns the bytes that have arrived at `socket` of TCP since it was
// connected, whether they are read or not; 0 if the kernel does not say.
std::uint64_t ReceivedBytes(int socket);

}  // namespace couillon::arena
