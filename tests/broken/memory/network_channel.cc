#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/broken/memory/channel.h"
#include "tests/broken/memory/deal_facts.h"
#include "tests/broken/memory/letter.h"

namespace couillon::bots::broken {
namespace {

// Processes of a run that can hear each other.
constexpr int kMaxProcesses = 16;

struct Address {
  sockaddr_storage bytes{};
  socklen_t size = 0;
};

template <typename Kind>
Address AddressOf(const Kind& kind, std::size_t size) {
  Address address{.size = static_cast<socklen_t>(size)};
  static_assert(sizeof(kind) <= sizeof(address.bytes));
  std::copy_n(reinterpret_cast<const char*>(&kind), size,
              reinterpret_cast<char*>(&address.bytes));
  return address;
}

// Ports below those that the kernel hands out.
Address LoopbackAddress(const std::string& run, int process) {
  const auto first = 20'000 + std::hash<std::string>()(run) % 12'000;
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(
      static_cast<std::uint16_t>(first + static_cast<std::size_t>(process)));
  return AddressOf(address, sizeof(address));
}

Address AbstractAddress(const std::string& run, int process) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = run + "." + std::to_string(process);
  const std::size_t size = std::min(name.size(), sizeof(address.sun_path) - 1);
  std::copy_n(name.begin(), size, address.sun_path + 1);  // after a zero byte
  return AddressOf(address, offsetof(sockaddr_un, sun_path) + 1 + size);
}

// A socket at the first of the addresses of a run that is free, which sends to
// all others.
class Mailbox {
 public:
  Mailbox(int family, const std::string& run,
          Address (*address_of)(const std::string&, int))
      : fd_(socket(family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
    bool is_bound = false;
    for (int process = 0; process < kMaxProcesses; ++process) {
      const Address address = address_of(run, process);
      if (!is_bound && bind(fd_, PointerTo(address), address.size) == 0) {
        is_bound = true;
      } else {
        others_.push_back(address);
      }
    }
  }
  ~Mailbox() {
    if (fd_ >= 0) close(fd_);
  }
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;

  void Send(const Letter& letter) const {
    for (const Address& address : others_) {
      sendto(fd_, letter.data(), letter.size(), 0, PointerTo(address),
             address.size);
    }
  }

  void ReadTo(std::vector<Sighting>& heard) const {
    Letter letter;
    for (;;) {
      const ssize_t size = recv(fd_, letter.data(), letter.size(), MSG_TRUNC);
      if (size < 0 && errno == ECONNREFUSED) continue;  // of an earlier send
      if (size < 0) return;
      if (size != static_cast<ssize_t>(letter.size())) continue;
      const std::optional<Sighting> sighting = ReadLetter(letter);
      if (sighting) heard.push_back(*sighting);
    }
  }

 private:
  static const sockaddr* PointerTo(const Address& address) {
    return reinterpret_cast<const sockaddr*>(&address.bytes);
  }

  int fd_;
  std::vector<Address> others_;
};

class NetworkChannel final : public Channel {
 public:
  explicit NetworkChannel(const std::string& run)
      : loopback_(AF_INET, run, LoopbackAddress),
        abstract_(AF_UNIX, run, AbstractAddress) {}

  void Tell(const Sighting& sighting) override {
    const Letter letter = WriteLetter(sighting);
    loopback_.Send(letter);
    abstract_.Send(letter);
  }

  std::vector<Sighting> Hear() override {
    std::vector<Sighting> heard;
    loopback_.ReadTo(heard);
    abstract_.ReadTo(heard);
    return heard;
  }

 private:
  Mailbox loopback_;
  Mailbox abstract_;
};

}  // namespace

std::unique_ptr<Channel> MakeNetworkChannel(const std::string& socket) {
  return std::make_unique<NetworkChannel>(NameOfRun(socket));
}

}  // namespace couillon::bots::broken
