#include "tools/options/standings_option.h"

#include <unistd.h>

namespace couillon::tools {
namespace {

constexpr double kOnATerminal = 30;  // seconds

}  // namespace

void AddStandingsOption(CommandLine command, double& seconds) {
  command
      .AddOption("--standings-every", seconds,
                 "Seconds between interim standings on stderr; 0: none "
                 "(default: 30 if stderr is a terminal, else none)")
      .Range(0.0, 86400.0)
      .Rare();
}

std::optional<double> StandingsPeriod(double seconds) {
  if (seconds > 0) return seconds;
  if (seconds == kStandingsByDefault && isatty(STDERR_FILENO) == 1) {
    return kOnATerminal;
  }
  return std::nullopt;
}

}  // namespace couillon::tools
