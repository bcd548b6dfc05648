// The policy declared before a league is played, and the faults of its bots.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/table/bot_index.h"
#include "arena/table/verdict.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// Returns the fault policy, time limits, isolation and system cards as text. It
// depends on the configuration only.
std::string DescribePolicy(const v1::LeagueConfig& config);

// Returns the gist of it as one line, without a line end: what a fault costs,
// the time for an answer, the sandbox, and whatever makes results weaker.
std::string PolicyGist(const v1::LeagueConfig& config);

// Returns lines on the protection against bots that gain by what they remember:
// whose deals are played, what each process is asked, and which suits bots see.
std::string IntegrityText(const v1::LeagueConfig& config);

// Returns a line that names the bots whose processes the referee cannot divide,
// and says what they may gain; empty if there are none.
std::string UndividedText(const v1::LeagueConfig& config);

// Returns the number of faults per bot and verdict, with and without a forfeit;
// empty if there are none. Faults without a forfeit differ between runs.
std::string DescribeFaults(const v1::LeagueConfig& config,
                           const std::vector<Fault>& faults);

}  // namespace couillon::arena
