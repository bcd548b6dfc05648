// The option --standings-every: interim standings of a league while it is
// played.
#pragma once

#include <optional>

#include "tools/options/command_line.h"

namespace couillon::tools {

// Without the option.
inline constexpr double kStandingsByDefault = -1;

// Adds --standings-every to a command; `seconds` stays kStandingsByDefault
// without it.
void AddStandingsOption(CommandLine command, double& seconds);

// Returns the seconds between two interim standings; null: none are shown.
// Without the option they are shown if stderr is a terminal.
std::optional<double> StandingsPeriod(double seconds);

}  // namespace couillon::tools
