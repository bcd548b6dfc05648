// Reads and checks what the options of a relay name.
#include "bots/relay/arena_place.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "proto/whole_file.h"

namespace couillon::bots {
namespace {

constexpr char kPlain[] = "plaintext:";
constexpr char kUnix[] = "unix:/";
constexpr std::size_t kMaxToken = 4096;  // bytes

// Whether messages to `host` stay on this machine.
bool IsLoopback(std::string host) {
  if (host == "localhost") return true;
  if (host.starts_with('[') && host.ends_with(']')) {
    host = host.substr(1, host.size() - 2);
  }
  in_addr four{};
  if (inet_pton(AF_INET, host.c_str(), &four) == 1) {
    return ntohl(four.s_addr) >> 24U == 127;
  }
  in6_addr six{};
  return inet_pton(AF_INET6, host.c_str(), &six) == 1 &&
         std::equal(std::begin(six.s6_addr), std::end(six.s6_addr),
                    std::begin(in6addr_loopback.s6_addr));
}

bool IsHostAndPort(const std::string& text) {
  const auto colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0 || colon + 1 == text.size() ||
      text.size() - colon > 6) {
    return false;
  }
  return std::all_of(text.begin() + static_cast<std::ptrdiff_t>(colon) + 1,
                     text.end(),
                     [](unsigned char c) { return absl::ascii_isdigit(c); }) &&
         !absl::StrContains(text, '/');
}

}  // namespace

absl::StatusOr<ArenaTarget> TargetOf(const ArenaPlace& place) {
  const std::string& address = place.address;
  if (address.starts_with(kUnix)) return ArenaTarget{.target = address};
  const bool plain = address.starts_with(kPlain);
  const std::string at = plain ? address.substr(sizeof(kPlain) - 1) : address;
  if (!IsHostAndPort(at)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "the arena's address is \"%s\"; expected HOST:PORT (TLS), "
        "plaintext:HOST:PORT or unix:/PATH",
        address));
  }
  if (plain && !place.token.empty() &&
      !IsLoopback(at.substr(0, at.rfind(':')))) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "the token would go to %s without TLS, where it can be read in "
        "transit; expected HOST:PORT without \"plaintext:\"",
        at));
  }
  return ArenaTarget{.target = "dns:///" + at, .tls = !plain};
}

absl::StatusOr<std::string> ReadToken(const std::string& path) {
  absl::StatusOr<std::string> text = ReadWhole(path, kMaxTextBytes);
  if (!text.ok()) return text;
  std::string token = text->substr(0, text->find('\n'));
  absl::StripAsciiWhitespace(&token);
  const bool printable =
      std::all_of(token.begin(), token.end(),
                  [](unsigned char c) { return absl::ascii_isgraph(c); });
  if (!token.empty() && token.size() <= kMaxToken && printable) return token;
  return absl::InvalidArgumentError(
      path +
      ": holds no token; expected ASCII characters without blanks on its first "
      "line");
}

absl::StatusOr<std::string> ReadRoots(const std::string& path) {
  absl::StatusOr<std::string> text = ReadWhole(path, kMaxTextBytes);
  if (!text.ok() || absl::StrContains(*text, "-----BEGIN CERTIFICATE-----")) {
    return text;
  }
  return absl::InvalidArgumentError(path + ": expected certificates in PEM");
}

}  // namespace couillon::bots
