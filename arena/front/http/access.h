// Who may read a page that is served.
#pragma once

#include <string>
#include <string_view>

namespace couillon::arena {

// Returns 128 random bits of the system as 32 hexadecimal digits.
std::string NewToken();

// Whether two texts are equal, in a time that depends on their lengths alone.
bool SameSecret(std::string_view a, std::string_view b);

// Whether a request with this Host header was sent to an address, not to a name
// that somebody made resolve to this machine (DNS rebinding): an IP address,
// localhost, or `listen`, the host that the user named. The port does not
// matter, so that a forwarded one works.
bool IsOwnHost(std::string_view header, std::string_view listen);

}  // namespace couillon::arena
