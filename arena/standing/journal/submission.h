// Bots join an arena, are replaced by new versions, and leave.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/table/referee/bot_description.h"

namespace couillon::v1 {
class BotEntry;
}  // namespace couillon::v1

namespace couillon::arena {

struct Accepted {
  std::uint32_t version = 1;
  // True if this very program is the newest version and plays already: then
  // nothing was done.
  bool known = false;
};

// Returns the bot with its identity. A bot with a directory is copied into the
// arena, so that later changes of that directory have no effect, and its
// directory is then relative to the arena. The errors are those of
// ComputeIdentity, or name a file that cannot be copied.
absl::StatusOr<v1::BotEntry> PinBot(const std::string& directory,
                                    const v1::BotEntry& bot);

// Adds a pinned bot that works, as the next version of the bot of its name.
// `description` is what it said of itself. The errors are those of
// CheckNameOwner and of UpdateJournal.
absl::StatusOr<Accepted> AcceptBot(const std::string& directory,
                                   const v1::BotEntry& pinned,
                                   const BotDescription& description);

// Records that a submission was refused, and why.
absl::Status RefuseBot(const std::string& directory, const std::string& name,
                       const std::string& reason);

// The bot plays in no later round. NotFound names the bots that play, if it is
// none of them.
absl::Status RetireBot(const std::string& directory, const std::string& name);

// Raises the number of deals or matches per pairing and ruleset to `items`, and
// that of the rounds of a Swiss to `rounds`; 0 leaves it. InvalidArgument if it
// is that high already, or if a number of rounds is given to another format.
// FailedPrecondition if the tournament is over.
absl::Status ExtendArena(const std::string& directory, std::uint64_t items,
                         int rounds = 0);

}  // namespace couillon::arena
