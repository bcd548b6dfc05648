// Text that came from a bot, made fit for terminals, JSON and the store.
#pragma once

#include <cstddef>
#include <string>

namespace couillon::arena {

// `text` with everything but printable UTF-8, tabs and line ends written as
// \xNN, so that no bot can steer a terminal or break a file. What is longer
// than `most` bytes is cut in the middle of `text`, and said to be.
std::string Printable(const std::string& text, std::size_t most = 4096);

}  // namespace couillon::arena
