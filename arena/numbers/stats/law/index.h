// The place of a bot, a row or an item in an array.
#pragma once

#include <cstddef>

namespace couillon::stats {

// Returns `i`, which is not negative, as an array wants it.
constexpr std::size_t Index(int i) { return static_cast<std::size_t>(i); }

}  // namespace couillon::stats
