// How a league keeps each of its bots from gaining by what it remembers
// (docs/integrity.md).
#pragma once

#include <cstdint>
#include <vector>

#include "arena/table/bot_index.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// What a process of a bot is asked about one deal.
enum class ProcessScope : std::uint8_t {
  kBundled,  // inside the referee, without a memory
  kDivided,  // one seat in one seating
  kShared,   // all seats of the bot in all seatings
  kRemote    // unknown: the referee does not start it
};

[[nodiscard]] ProcessScope ScopeOf(const v1::LeagueConfig& config,
                                   BotIndex bot);
// The scope as reports name it: "divided", "shared" or "remote". A bundled bot
// counts like a process, so that the report of a league does not depend on
// where its bots run.
[[nodiscard]] const char* ScopeName(const v1::LeagueConfig& config,
                                    BotIndex bot);

// By bot: whether its processes are divided.
[[nodiscard]] std::vector<bool> DividedBots(const v1::LeagueConfig& config);
// By bot: whether it sees suits under other names than they have.
[[nodiscard]] std::vector<bool> RelabelledBots(const v1::LeagueConfig& config);

}  // namespace couillon::arena
