#include "tests/arena/serve/cut_proxy.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include "engine/cards/check.h"

namespace couillon::tests {
namespace {

sockaddr_in Loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  return address;
}

}  // namespace

CutProxy::CutProxy(std::uint16_t port) : to_port_(port) {
  listening_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  COUILLON_CHECK(listening_ >= 0);
  sockaddr_in address = Loopback(0);
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  socklen_t size = sizeof(address);
  COUILLON_CHECK(bind(listening_, any, size) == 0);
  COUILLON_CHECK(listen(listening_, 64) == 0);
  COUILLON_CHECK(getsockname(listening_, any, &size) == 0);
  port_ = ntohs(address.sin_port);
  accepting_ = std::thread([this] { Accept(); });
}

CutProxy::~CutProxy() {
  shutdown(listening_, SHUT_RDWR);
  accepting_.join();
  Cut();
  for (std::thread& thread : threads_) thread.join();
  for (const int socket : open_) close(socket);
  close(listening_);
}

std::string CutProxy::address() const {
  return "127.0.0.1:" + std::to_string(port_);
}

int CutProxy::Cut() {
  const std::lock_guard<std::mutex> lock(mutex_);
  int cut = 0;
  for (; cut_ < open_.size(); cut_ += 2) {  // the two sockets of a connection
    const bool was_open = shutdown(open_[cut_], SHUT_RDWR) == 0;
    shutdown(open_[cut_ + 1], SHUT_RDWR);
    if (was_open) ++cut;
  }
  return cut;
}

void CutProxy::AwaitConnections(std::size_t count) {
  std::unique_lock<std::mutex> lock(mutex_);
  accepted_.wait(lock, [&] { return open_.size() >= 2 * count; });
}

void CutProxy::Accept() {
  for (;;) {
    const int from = accept(listening_, nullptr, nullptr);
    if (from < 0) return;
    const int to = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    COUILLON_CHECK(to >= 0);
    const sockaddr_in address = Loopback(to_port_);
    // Otherwise each small message waits for the answer to the one before.
    const int on = 1;
    for (const int socket : {from, to}) {
      setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    }
    const bool reached =
        connect(to, reinterpret_cast<const sockaddr*>(&address),
                sizeof(address)) == 0;
    const std::lock_guard<std::mutex> lock(mutex_);
    open_.push_back(from);
    open_.push_back(to);
    accepted_.notify_all();
    if (!reached) {
      shutdown(from, SHUT_RDWR);
      continue;
    }
    threads_.emplace_back([this, from, to] { Pass(from, to); });
    threads_.emplace_back([this, from, to] { Pass(to, from); });
  }
}

void CutProxy::Pass(int from, int to) {
  std::array<char, 65536> bytes;
  for (;;) {
    const ssize_t size = recv(from, bytes.data(), bytes.size(), 0);
    ssize_t sent = 0;
    while (sent < size) {
      const ssize_t more =
          send(to, bytes.data() + sent, static_cast<std::size_t>(size - sent),
               MSG_NOSIGNAL);
      if (more <= 0) break;
      sent += more;
    }
    if (size <= 0 || sent < size) break;
  }
  shutdown(from, SHUT_RDWR);
  shutdown(to, SHUT_RDWR);
}

}  // namespace couillon::tests
