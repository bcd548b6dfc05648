// A socket for each address of a host, all at one port.

#include "arena/players/sockets/listening_sockets.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"

namespace couillon::arena {
namespace {

using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

constexpr int kKind = SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK;

Addresses Resolve(const std::string& host) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE;
  addrinfo* found = nullptr;
  if (getaddrinfo(host.c_str(), nullptr, &hints, &found) != 0) found = nullptr;
  return {found, &freeaddrinfo};
}

void SetPort(sockaddr* address, int port) {
  const auto number = htons(static_cast<std::uint16_t>(port));
  if (address->sa_family == AF_INET) {
    reinterpret_cast<sockaddr_in*>(address)->sin_port = number;
  } else {
    reinterpret_cast<sockaddr_in6*>(address)->sin6_port = number;
  }
}

int PortOf(int socket) {
  sockaddr_storage storage{};
  socklen_t size = sizeof(storage);
  getsockname(socket, reinterpret_cast<sockaddr*>(&storage), &size);
  return ntohs(storage.ss_family == AF_INET
                   ? reinterpret_cast<sockaddr_in*>(&storage)->sin_port
                   : reinterpret_cast<sockaddr_in6*>(&storage)->sin6_port);
}

// A socket that listens at `address`; -1, with errno, if it cannot.
int ListenOn(const sockaddr* address, socklen_t size) {
  const int made = socket(address->sa_family, kKind, 0);
  if (made < 0) return -1;
  const int on = 1;
  // A port is free again as soon as its server has ended; another server that
  // listens there still keeps it.
  setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  if (address->sa_family == AF_INET6) {
    // All IPv6 addresses include those of IPv4.
    const auto& given = *reinterpret_cast<const sockaddr_in6*>(address);
    const int only = IN6_IS_ADDR_UNSPECIFIED(&given.sin6_addr) ? 0 : 1;
    setsockopt(made, IPPROTO_IPV6, IPV6_V6ONLY, &only, sizeof(only));
  }
  if (bind(made, address, size) == 0 && listen(made, SOMAXCONN) == 0) {
    return made;
  }
  const int error = errno;
  close(made);
  errno = error;
  return -1;
}

absl::Status CannotListen(const std::string& place, int error) {
  return absl::UnavailableError(absl::StrFormat("%s: cannot listen there: %s",
                                                place, std::strerror(error)));
}

}  // namespace

absl::StatusOr<ListeningSockets> ListeningSockets::AtHost(
    const std::string& host, int port) {
  const Addresses addresses = Resolve(host);
  if (addresses == nullptr) {
    return absl::UnavailableError(
        absl::StrFormat("%s: is not the name or address of a host", host));
  }
  // A port that is free at one address may be taken at another one.
  constexpr int kMaxAttempts = 16;
  int error = 0;
  for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
    ListeningSockets made;
    error = made.ListenAtAll(*addresses, port);
    if (error == 0) return made;
    if (port != 0 || error != EADDRINUSE) break;
  }
  return CannotListen(absl::StrFormat("%s, port %d", host, port), error);
}

int ListeningSockets::ListenAtAll(addrinfo& first, int port) {
  port_ = port;
  int error = 0;
  for (addrinfo* each = &first; each != nullptr; each = each->ai_next) {
    SetPort(each->ai_addr, port_);
    const int socket = ListenOn(each->ai_addr, each->ai_addrlen);
    if (socket >= 0) {
      sockets_.push_back(socket);
      port_ = PortOf(socket);
      continue;
    }
    error = errno;
    if (error == EADDRINUSE) return error;
  }
  // An address that this machine does not have, such as ::1, is left out.
  return sockets_.empty() ? error : 0;
}

absl::StatusOr<ListeningSockets> ListeningSockets::AtPath(
    const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof(address.sun_path)) {
    return absl::UnavailableError(
        absl::StrFormat("%s: a path of %d bytes; expected 1 to %d", path,
                        path.size(), sizeof(address.sun_path) - 1));
  }
  std::memcpy(address.sun_path, path.data(), path.size());
  struct stat there{};
  if (lstat(path.c_str(), &there) == 0 && S_ISSOCK(there.st_mode)) {
    unlink(path.c_str());
  }
  const int socket =
      ListenOn(reinterpret_cast<const sockaddr*>(&address), sizeof(address));
  if (socket < 0) return CannotListen(path, errno);
  ListeningSockets made;
  made.sockets_.push_back(socket);
  made.path_ = path;
  return made;
}

ListeningSockets::ListeningSockets(ListeningSockets&& other) noexcept
    : sockets_(std::exchange(other.sockets_, {})),
      port_(other.port_),
      path_(std::exchange(other.path_, "")) {}

ListeningSockets::~ListeningSockets() {
  for (const int socket : sockets_) close(socket);
  if (!path_.empty()) unlink(path_.c_str());
}

AcceptedSocket AcceptOne(int listening) {
  const int socket =
      accept4(listening, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (socket < 0) {
    return {.is_full = errno == EMFILE || errno == ENFILE || errno == ENOMEM ||
                       errno == ENOBUFS};
  }
  const int on = 1;  // has no effect on a unix socket
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  return {.socket = socket};
}

}  // namespace couillon::arena
