// Anchors and priors of a rating, given on the command line.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "tools/options/command_line.h"

namespace couillon::tools {

struct TieOptions {
  std::vector<std::string> anchors;  // NAME or NAME=ELO
  std::vector<std::string> priors;   // NAME=ELO,SD
};

// Adds --anchor and --prior to a command; returns them.
std::vector<Option> AddTieOptions(CommandLine command, TieOptions& options);

// Sets the anchor or the ties of `league`. A text that is a whole name is that
// bot, even with a "=" in it. Elo is -10000 to 10000, a standard deviation 0.1
// to 10000. Errors give the option, what was found and what was expected: an
// unknown bot, two ties of one bot, no number, one prior without any other tie.
absl::Status ReadTies(const TieOptions& options,
                      const std::vector<std::string>& names,
                      stats::LeagueOptions& league);

}  // namespace couillon::tools
