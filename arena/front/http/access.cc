#include "arena/front/http/access.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/random.h>
#include <sys/socket.h>

#include <array>
#include <cstddef>

#include "absl/strings/str_format.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

// Without the port, and without the brackets of an IPv6 address.
std::string_view NameOf(std::string_view header) {
  if (header.starts_with('[')) {
    const std::size_t end = header.find(']');
    return end == std::string_view::npos ? std::string_view()
                                         : header.substr(1, end - 1);
  }
  return header.substr(0, header.rfind(':'));
}

bool IsAddress(const std::string& name) {
  in6_addr address{};
  return inet_pton(AF_INET, name.c_str(), &address) == 1 ||
         inet_pton(AF_INET6, name.c_str(), &address) == 1;
}

}  // namespace

std::string NewToken() {
  std::array<unsigned char, 16> bytes{};
  const auto got = getrandom(bytes.data(), bytes.size(), 0);
  COUILLON_CHECK(got == static_cast<long>(bytes.size()));
  std::string token;
  for (const unsigned char byte : bytes) {
    token += absl::StrFormat("%02x", byte);
  }
  return token;
}

bool SameSecret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference |=
        static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  }
  return difference == 0;
}

bool IsOwnHost(std::string_view header, std::string_view listen) {
  const std::string name(NameOf(header));
  if (name.empty()) return false;
  return name == "localhost" || name == listen || IsAddress(name);
}

}  // namespace couillon::arena
