#include "tests/arena/front/http/raw_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>

#include "engine/cards/check.h"

namespace couillon::testing_support {
namespace {

sockaddr_in SocketAddress(const std::string& host, int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  COUILLON_CHECK(inet_pton(AF_INET, host.c_str(), &address.sin_addr) == 1);
  return address;
}

}  // namespace

RawClient::RawClient(int port, const std::string& from, int receive_buffer)
    : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  COUILLON_CHECK(socket_ >= 0);
  if (receive_buffer > 0) {
    setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer,
               sizeof(receive_buffer));
  }
  const sockaddr_in own = SocketAddress(from, 0);
  COUILLON_CHECK(
      bind(socket_, reinterpret_cast<const sockaddr*>(&own), sizeof(own)) == 0);
  const sockaddr_in server = SocketAddress("127.0.0.1", port);
  COUILLON_CHECK(connect(socket_, reinterpret_cast<const sockaddr*>(&server),
                         sizeof(server)) == 0);
}

RawClient::~RawClient() { close(socket_); }

bool RawClient::Send(const std::string& text) const {
  return send(socket_, text.data(), text.size(), MSG_NOSIGNAL) > 0;
}

void RawClient::ReadLittle() const {
  std::array<char, 2048> bytes;
  recv(socket_, bytes.data(), bytes.size(), MSG_DONTWAIT);
}

bool RawClient::IsOpen() const {
  char byte = 0;
  const ssize_t size = recv(socket_, &byte, 1, MSG_DONTWAIT | MSG_PEEK);
  return size > 0 || (size < 0 && errno == EAGAIN);
}

int RawClient::port() const {
  sockaddr_in own{};
  socklen_t size = sizeof(own);
  getsockname(socket_, reinterpret_cast<sockaddr*>(&own), &size);
  return ntohs(own.sin_port);
}

std::string RawClient::ReadAll() const {
  std::string received;
  std::array<char, 65536> bytes;
  for (;;) {
    const ssize_t size = recv(socket_, bytes.data(), bytes.size(), 0);
    if (size <= 0) return received;
    received.append(bytes.data(), static_cast<std::size_t>(size));
  }
}

}  // namespace couillon::testing_support
