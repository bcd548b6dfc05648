// Sockets that wait for connections.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"

struct addrinfo;

namespace couillon::arena {

// Listens at all addresses of a host, or at a unix socket. The destructor
// closes the sockets, and removes the file of a unix socket.
class ListeningSockets {
 public:
  // Listens at every address of `host`; port 0 stands for one that is free.
  // Unavailable if it cannot listen at any address, or if the port of one is
  // taken.
  static absl::StatusOr<ListeningSockets> AtHost(const std::string& host,
                                                 int port);
  // Listens at the unix socket `path`; replaces a socket that is there.
  // Unavailable if it cannot.
  static absl::StatusOr<ListeningSockets> AtPath(const std::string& path);
  ListeningSockets(ListeningSockets&& other) noexcept;
  ListeningSockets& operator=(ListeningSockets&&) = delete;
  ListeningSockets(const ListeningSockets&) = delete;
  ListeningSockets& operator=(const ListeningSockets&) = delete;
  ~ListeningSockets();

  // Non-blocking, closed in programs that are executed.
  [[nodiscard]] const std::vector<int>& sockets() const { return sockets_; }
  [[nodiscard]] int port() const { return port_; }

 private:
  ListeningSockets() = default;
  // Returns errno, or 0.
  int ListenAtAll(addrinfo& first, int port);

  std::vector<int> sockets_;
  int port_ = 0;
  std::string path_;  // of a unix socket
};

// The result of an attempt to accept a connection.
struct AcceptedSocket {
  int socket = -1;  // non-blocking; -1: none
  // No descriptor or memory is left: the connection waits in the kernel.
  bool is_full = false;
};

// Accepts a connection that waits at a listening socket, if there is one.
AcceptedSocket AcceptOne(int listening);

}  // namespace couillon::arena
