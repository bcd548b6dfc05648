// The two teams of a pairing. In a round robin a team is one bot.
#pragma once

#include <array>
#include <cstdint>

#include "arena/table/enum_array.h"

namespace couillon::arena {

enum class Team : std::uint8_t { kFirst, kSecond };
inline constexpr std::array kBothTeams = {Team::kFirst, Team::kSecond};

constexpr Team OpponentOf(Team team) {
  return team == Team::kFirst ? Team::kSecond : Team::kFirst;
}

// One value per team.
template <typename Value>
using PerTeam = EnumArray<Team, Value, kBothTeams.size()>;

}  // namespace couillon::arena
