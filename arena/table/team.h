// The teams of a table: the two of a pairing, or three in a three-way league.
// In a round robin and in a three-way league a team is one bot.
#pragma once

#include <array>
#include <cstdint>

#include "arena/table/enum_array.h"

namespace couillon::arena {

enum class Team : std::uint8_t { kFirst, kSecond, kThird };
// The teams of a pairing.
inline constexpr std::array kBothTeams = {Team::kFirst, Team::kSecond};
// The teams of a three-way table.
inline constexpr std::array kAllTeams = {Team::kFirst, Team::kSecond,
                                         Team::kThird};

// Requires: one of kBothTeams.
constexpr Team OpponentOf(Team team) {
  return team == Team::kFirst ? Team::kSecond : Team::kFirst;
}

// One value per team; that of a third team is unused in a pairing.
template <typename Value>
using PerTeam = EnumArray<Team, Value, kAllTeams.size()>;

}  // namespace couillon::arena
