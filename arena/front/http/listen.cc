// A host, a port, or both, with an IPv6 address in brackets.

#include "arena/front/http/listen.h"

#include <cstddef>

#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"

namespace couillon::arena {
namespace {

constexpr int kLastPort = 65535;

}  // namespace

absl::Status ReadListen(const std::string& text, Listen& listen) {
  std::string host = text;
  std::string port;
  const std::size_t colon = text.rfind(':');
  const bool bracketed = text.starts_with('[') && text.ends_with(']');
  if (colon != std::string::npos && !bracketed) {
    host = text.substr(0, colon);
    port = text.substr(colon + 1);
  } else if (!text.empty() &&
             text.find_first_not_of("0123456789") == std::string::npos) {
    host = listen.host;
    port = text;
  }
  if (host.starts_with('[') && host.ends_with(']')) {
    host = host.substr(1, host.size() - 2);
  }
  int number = 0;
  const bool known = port.empty() || (absl::SimpleAtoi(port, &number) &&
                                      number >= 0 && number <= kLastPort);
  if (host.empty() || !known) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--listen: found %s; expected HOST, HOST:PORT or PORT, such as "
        "127.0.0.1:8080",
        text));
  }
  listen.host = host;
  listen.port = number;
  return absl::OkStatus();
}

}  // namespace couillon::arena
