// What the text forms of a report call the things in it.
#pragma once

#include <cstddef>

#include "arena/report/league_report.h"

namespace couillon::arena {

// The most columns of a name above a column of figures.
inline constexpr std::size_t kHeadWidth = 20;

[[nodiscard]] bool ArePlayingMatches(const LeagueReport& report);
// "match" or "deal".
[[nodiscard]] const char* ItemWord(const LeagueReport& report);
// "matches" or "deals".
[[nodiscard]] const char* ItemsWord(const LeagueReport& report);

}  // namespace couillon::arena
