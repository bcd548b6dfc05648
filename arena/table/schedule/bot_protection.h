// The means by which a league keeps each of its bots from gaining by what it
// remembers (docs/integrity.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "arena/table/bot_index.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// The decisions of one deal that a process of a bot is asked.
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

// The value of BotEntry.builtin of the bundled bot that sees all cards.
inline constexpr char kOracle[] = "oracle";
// The mark in reports.
inline constexpr char kSeesAllCards[] = "sees all cards: not comparable";

// Returns true if a bot sees all cards, and not only what its seat may see.
[[nodiscard]] bool SeesAllCards(const v1::LeagueConfig& config, BotIndex bot);
// OK if no bot sees all cards, or if `allowed`. FailedPrecondition names the
// bot and the option that allows it.
[[nodiscard]] absl::Status CheckCheating(const v1::LeagueConfig& config,
                                         bool allowed);

// Returns true if a bot is one that the referee reaches at an address.
[[nodiscard]] bool HasRemoteBot(const v1::LeagueConfig& config);
// OK if the league does not ask for seat isolation, or has no bot at an
// address. InvalidArgument names the bot.
[[nodiscard]] absl::Status CheckSeatIsolation(const v1::LeagueConfig& config);

// By bot: whether its processes are divided.
[[nodiscard]] std::vector<bool> DividedBots(const v1::LeagueConfig& config);
// By bot: whether it sees suits under other names than they have. A bot that
// sees all cards does not.
[[nodiscard]] std::vector<bool> RelabelledBots(const v1::LeagueConfig& config);

}  // namespace couillon::arena
