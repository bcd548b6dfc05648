// From which size on a league is rated by methods whose time and memory grow
// less fast with the number of bots. docs/statistics.md (Large leagues) says
// what they change.
#pragma once

#include <cstddef>

namespace couillon::stats {

inline constexpr std::size_t kMaxBotsOfSmallLeague = 256;

// Bots of a league that is rated: a fit takes time with the cube of their
// number, and memory with the square (seconds, and some 200 MB).
inline constexpr std::size_t kMaxRatedBots = 1500;

// Returns true if a league of `bots` bots is large.
[[nodiscard]] constexpr bool IsLarge(std::size_t bots) {
  return bots > kMaxBotsOfSmallLeague;
}

}  // namespace couillon::stats
