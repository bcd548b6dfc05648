// Checks a configuration that was read from a file, which may be a stranger's.
#pragma once

#include <cstdint>

#include "absl/status/status.h"

namespace couillon::v1 {
class BotEntry;
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// The maxima of a league. Bots that all meet at tables of three are fewer.
inline constexpr int kMaxStoredBots = 4096;
inline constexpr std::int64_t kMaxPairings = std::int64_t{1} << 23;
// The limit for leagues on the same deals, which keep sums of every two
// pairings.
inline constexpr std::int64_t kMaxPairingsOnSameDeals = 128 * 127 / 2;

// OK if a league, or a round of an arena, can have this configuration: it meets
// what MakeSchedule() requires, numbers are in their ranges, and texts that are
// shown are printable. InvalidArgument names the field, what was found and what
// was expected.
absl::Status CheckStoredConfig(const v1::LeagueConfig& config);

// The same for the settings of an arena, whose bots join later.
absl::Status CheckStoredSettings(const v1::LeagueConfig& settings);

// OK if the name of the bot can be shown, and its other texts too.
absl::Status CheckStoredBot(const v1::BotEntry& bot);

}  // namespace couillon::arena
