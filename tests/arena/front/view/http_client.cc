#include "tests/arena/front/view/http_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/cards/check.h"

namespace couillon::testing_support {

HttpConnection::HttpConnection(int port, const std::string& request)
    : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  COUILLON_CHECK(connect(socket_, reinterpret_cast<sockaddr*>(&address),
                         sizeof(address)) == 0);
  COUILLON_CHECK(send(socket_, request.data(), request.size(), MSG_NOSIGNAL) ==
                 static_cast<ssize_t>(request.size()));
}

HttpConnection::~HttpConnection() { close(socket_); }

bool HttpConnection::ReadMore() {
  std::array<char, 65536> buffer{};
  const ssize_t size = recv(socket_, buffer.data(), buffer.size(), 0);
  if (size <= 0) return false;
  received_.append(buffer.data(), static_cast<std::size_t>(size));
  return true;
}

const std::string& HttpConnection::ReadAll() {
  while (ReadMore()) {
  }
  return received_;
}

bool HttpConnection::ReadUntil(const std::string& part) {
  while (received_.find(part) == std::string::npos) {
    if (!ReadMore()) return false;
  }
  return true;
}

int HttpConnection::Status() {
  constexpr std::size_t kVersion = 9;  // "HTTP/1.1 "
  if (!ReadUntil("\r\n") || received_.size() < kVersion) return 0;
  return std::stoi(received_.substr(kVersion));
}

int PortOf(const std::string& address) {
  return std::stoi(address.substr(address.rfind(':') + 1));
}

std::string PathOf(const std::string& address) {
  return address.substr(address.find('/', address.rfind(':')));
}

std::string GetRequest(const std::string& path, const std::string& host,
                       const std::string& more) {
  return "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n" + more + "\r\n";
}

}  // namespace couillon::testing_support
