// IPv4 as it is, also when mapped into IPv6; of IPv6 the network is the client.

#include "arena/players/sockets/peer_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

#include "absl/strings/str_cat.h"

namespace couillon::arena {
namespace {

std::string TextOf(int family, const void* address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  inet_ntop(family, address, text.data(), text.size());
  return text.data();
}

std::string Joined(const std::string& address, unsigned port) {
  return absl::StrCat(address, " ", port);
}

PeerAddress OfIpv4(const in_addr& address, in_port_t port) {
  const std::string text = TextOf(AF_INET, &address);
  return {.client = text, .peer = Joined(text, ntohs(port))};
}

PeerAddress OfIpv6(const sockaddr_in6& given) {
  constexpr std::size_t kPrefix = 12;  // bytes before a mapped IPv4 address
  constexpr std::size_t kNetwork = 8;  // bytes of the network
  if (IN6_IS_ADDR_V4MAPPED(&given.sin6_addr)) {
    in_addr address{};
    std::memcpy(&address, given.sin6_addr.s6_addr + kPrefix, sizeof(address));
    return OfIpv4(address, given.sin6_port);
  }
  in6_addr network{};
  std::memcpy(network.s6_addr, given.sin6_addr.s6_addr, kNetwork);
  return {.client = TextOf(AF_INET6, &network),
          .peer = Joined(TextOf(AF_INET6, &given.sin6_addr),
                         ntohs(given.sin6_port))};
}

}  // namespace

PeerAddress PeerAddressOf(int socket) {
  sockaddr_storage storage{};
  socklen_t size = sizeof(storage);
  auto* const address = reinterpret_cast<sockaddr*>(&storage);
  if (getpeername(socket, address, &size) != 0) return {};
  if (storage.ss_family == AF_INET) {
    const auto& of = *reinterpret_cast<const sockaddr_in*>(&storage);
    return OfIpv4(of.sin_addr, of.sin_port);
  }
  if (storage.ss_family == AF_INET6) {
    return OfIpv6(*reinterpret_cast<const sockaddr_in6*>(&storage));
  }
  ucred user{};
  socklen_t user_size = sizeof(user);
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &user, &user_size) != 0) {
    return {};
  }
  return {.client = absl::StrCat("user ", user.uid), .peer = ""};
}

std::string PeerOf(std::string_view grpc_peer) {
  const bool ipv6 = grpc_peer.starts_with("ipv6:");
  if (!ipv6 && !grpc_peer.starts_with("ipv4:")) return "";
  const std::size_t colon = grpc_peer.rfind(':');
  constexpr std::size_t kPrefixSize = 5;
  if (colon < kPrefixSize) return "";
  std::string address(grpc_peer.substr(kPrefixSize, colon - kPrefixSize));
  if (ipv6) {
    constexpr std::string_view kOpen = "%5B";
    if (address.starts_with(kOpen)) address.erase(0, kOpen.size());
    address.erase(std::min(address.size(), address.find_first_of("%]")));
    if (address.starts_with('[')) address.erase(0, 1);
  }
  return absl::StrCat(address, " ", std::string(grpc_peer.substr(colon + 1)));
}

}  // namespace couillon::arena
