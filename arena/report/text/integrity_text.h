// What a league does against bots that gain by what they remember, as every
// report declares it.
#pragma once

#include <optional>
#include <string>

#include "arena/table/bot_index.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

struct LeagueReport;

// Returns lines on whose deals are played, what each process is asked, and
// which suits bots see.
std::string IntegrityText(const v1::LeagueConfig& config);

// Returns a line that names the bots whose processes the referee cannot divide,
// and says what they may gain; empty if there are none.
std::string UndividedText(const v1::LeagueConfig& config);

}  // namespace couillon::arena
