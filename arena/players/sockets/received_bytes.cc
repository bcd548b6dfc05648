// The kernel's count in TCP_INFO.

#include "arena/players/sockets/received_bytes.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <array>
#include <cstddef>
#include <cstring>

namespace couillon::arena {

std::uint64_t ReceivedBytes(int socket) {
  // The place of tcpi_bytes_received in the kernel's tcp_info (Linux 4.1),
  // which that of the C library lacks.
  constexpr std::size_t kOffset = 128;
  std::uint64_t received = 0;
  std::array<std::byte, kOffset + sizeof(received)> info{};
  socklen_t size = info.size();
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, info.data(), &size) != 0 ||
      size < info.size()) {
    return 0;
  }
  std::memcpy(&received, info.data() + kOffset, sizeof(received));
  return received;
}

}  // namespace couillon::arena
