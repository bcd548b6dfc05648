// A TCP proxy on the loopback interface whose connections can be cut, as by a
// router that restarts.
#pragma once

#include <netinet/in.h>

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace couillon::tests {

class CutProxy {
 public:
  // Passes everything on to `address`, an IPv4 address and a port:
  // "127.0.0.1:4711".
  explicit CutProxy(const std::string& address);
  ~CutProxy();
  CutProxy(const CutProxy&) = delete;
  CutProxy& operator=(const CutProxy&) = delete;

  // Its own, "127.0.0.1:PORT".
  [[nodiscard]] std::string address() const;
  // Ends all connections; new ones are taken. Returns how many there were.
  int Cut();
  // Waits until there have been so many connections.
  void AwaitConnections(std::size_t count);

 private:
  void Accept();
  void Pass(int from, int to);

  sockaddr_in to_;
  std::uint16_t port_ = 0;
  int listening_ = -1;
  std::mutex mutex_;  // guards the following
  std::condition_variable accepted_;
  std::vector<int> open_;  // sockets; closed at the end
  std::vector<std::thread> threads_;
  std::size_t cut_ = 0;  // the first of open_ that was not cut
  std::thread accepting_;
};

}  // namespace couillon::tests
