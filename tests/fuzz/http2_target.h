// Arbitrary bytes as what a bot's HTTP/2 server does: frames, headers and
// messages of any kind, at the real client of the referee.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace couillon::testing_support {

// Starts a link to such a server and sends it two decisions. Returns what is
// wrong with what comes of it: no end within five seconds, or a fault that does
// not name the bot; empty if nothing is. Whatever crashes is for the caller to
// notice.
std::string ProblemWithHttp2(std::span<const std::uint8_t> bytes);

}  // namespace couillon::testing_support
