#include "tests/arena/standing/serve/cut_proxy.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

#include <array>

#include "engine/cards/check.h"

namespace couillon::tests {
namespace {

sockaddr_in SocketAddress(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  COUILLON_CHECK(colon != std::string::npos);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  COUILLON_CHECK(inet_pton(AF_INET, text.substr(0, colon).c_str(),
                           &address.sin_addr) == 1);
  address.sin_port =
      htons(static_cast<std::uint16_t>(std::stoi(text.substr(colon + 1))));
  return address;
}

}  // namespace

CutProxy::CutProxy(const std::string& address) : to_(SocketAddress(address)) {
  listening_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  COUILLON_CHECK(listening_ >= 0);
  sockaddr_in own = SocketAddress("127.0.0.1:0");
  auto* const any = reinterpret_cast<sockaddr*>(&own);
  socklen_t size = sizeof(own);
  COUILLON_CHECK(bind(listening_, any, size) == 0);
  COUILLON_CHECK(listen(listening_, 64) == 0);
  COUILLON_CHECK(getsockname(listening_, any, &size) == 0);
  port_ = ntohs(own.sin_port);
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
    // Otherwise each small message waits for the answer to the one before.
    const int on = 1;
    for (const int socket : {from, to}) {
      setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    }
    const bool reached =
        connect(to, reinterpret_cast<const sockaddr*>(&to_), sizeof(to_)) == 0;
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
