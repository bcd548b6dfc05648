// The identity of a bot: a digest of how it is launched or reached, of its
// options, its version, its SDK and the files that it is made of. A league
// stores it, so that a bot whose code has changed is noticed before its results
// are mixed with others.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace couillon::v1 {
class BotEntry;
class BotIdentity;
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

struct BotDescription;

// Returns the identity of `entry`, without its description. Reads
//
//   - of a bot with a directory, all files below it except those that programs
//     keep for themselves (.git, __pycache__). A link to a file of the
//     directory counts as that file, any other link by its target alone;
//   - of a command, its program and the files that its arguments name, also
//     after "=".
//
// Files of the system (/usr, /lib, ...) are no part of a bot, and neither are
// its processes' environment and the address's token. NotFound if the program
// of the bot is missing; InvalidArgument names the bot and the directory if it
// exceeds a limit of bot_folder.h; other errors name the file.
absl::StatusOr<v1::BotIdentity> ComputeIdentity(const v1::BotEntry& entry);

// Adds what the bot has said of itself: its name, version and SDK. Renews the
// digest for it. Requires: `identity` is that of `entry`.
void AddDescription(const v1::BotEntry& entry,
                    const BotDescription& description,
                    v1::BotIdentity& identity);

// Returns true if the digests of both are the same, without the SDK if `stored`
// names none: what was stored before bots named their SDKs is still the same
// bot. Requires: both have an identity.
bool IsSameBot(const v1::BotEntry& stored, const v1::BotEntry& today);

// Compares the identity that is stored in `entry` with `found`, the one of
// today. OK if they are the same; FailedPrecondition names the bot and the
// first difference: a file that has changed, is new or is missing, the bot's
// description, or its SDK. A description is compared only if both have one, an
// SDK only if the stored identity names one and the bot was asked.
absl::Status CompareIdentity(const v1::BotEntry& entry,
                             const v1::BotIdentity& found);

// OK if no bot of `config` has changed since its identity was stored; the error
// is that of CompareIdentity for the first bot that has. Bots without a stored
// identity are not compared. NotFound names a bot that is not on this machine:
// its directory or its program is not where it was.
absl::Status CheckIdentities(const v1::LeagueConfig& config);

}  // namespace couillon::arena
