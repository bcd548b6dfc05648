// HOST:PORT, [IPV6]:PORT or a unix socket, part by part.

#include "arena/players/rpc/bot_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"

namespace couillon::arena {
namespace {

constexpr char kTls[] = "grpcs://";
constexpr char kPlain[] = "grpc://";
constexpr char kUnix[] = "unix:";

absl::Status Wrong(const std::string& text) {
  return absl::InvalidArgumentError(absl::StrFormat(
      "the address is \"%s\"; expected grpcs://HOST:PORT (TLS), "
      "grpc://HOST:PORT or unix:/PATH",
      text));
}

bool IsPort(const std::string& text) {
  std::uint32_t port = 0;
  return !text.empty() && text.size() <= 5 &&
         absl::ascii_isdigit(static_cast<unsigned char>(text[0])) &&
         absl::SimpleAtoi(text, &port) && port >= 1 && port <= 65535;
}

bool IsHostName(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '.' ||
           c == '-' || c == '_';
  });
}

bool IsIpv6(const std::string& text) {
  in6_addr bytes{};
  return inet_pton(AF_INET6, text.c_str(), &bytes) == 1;
}

}  // namespace

bool BotAddress::StaysHere() const {
  if (host.empty() || host == "localhost") return true;
  in_addr four{};
  if (inet_pton(AF_INET, host.c_str(), &four) == 1) {
    return ntohl(four.s_addr) >> 24U == 127;
  }
  in6_addr six{};
  return inet_pton(AF_INET6, host.c_str(), &six) == 1 &&
         std::equal(std::begin(six.s6_addr), std::end(six.s6_addr),
                    std::begin(in6addr_loopback.s6_addr));
}

bool IsBotAddress(const std::string& text) {
  return text.starts_with(kTls) || text.starts_with(kPlain) ||
         text.starts_with(kUnix);
}

absl::StatusOr<BotAddress> ParseBotAddress(const std::string& text) {
  BotAddress address{.text = text};
  if (text.starts_with(kUnix)) {
    address.target = text;
    if (text.size() <= sizeof(kUnix) || text[sizeof(kUnix) - 1] != '/') {
      return Wrong(text);
    }
    return address;
  }
  address.tls = text.starts_with(kTls);
  if (!address.tls && !text.starts_with(kPlain)) return Wrong(text);
  const std::string place =
      text.substr((address.tls ? sizeof(kTls) : sizeof(kPlain)) - 1);
  const std::size_t colon = place.rfind(':');
  if (colon == std::string::npos || !IsPort(place.substr(colon + 1))) {
    return Wrong(text);
  }
  address.host = place.substr(0, colon);
  address.target = "dns:///" + place;
  if (address.host.starts_with('[') && address.host.ends_with(']')) {
    address.host = address.host.substr(1, address.host.size() - 2);
    if (!IsIpv6(address.host)) return Wrong(text);
    return address;
  }
  if (!IsHostName(address.host)) return Wrong(text);
  return address;
}

}  // namespace couillon::arena
