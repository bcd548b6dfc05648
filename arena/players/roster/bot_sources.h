// The sources of a league's bots: names on the command line, directories with a
// manifest, a list of bots, or bundled bots inside the referee.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace couillon::v1 {
class BotEntry;
}  // namespace couillon::v1

namespace couillon::arena {

// Says whether BotEntry.builtin may have this value: OK, or InvalidArgument
// with what was found and what was expected.
using BuiltinCheck = std::function<absl::Status(const std::string& builtin)>;

// Bots of a league, with all that have left it: more take minutes to rate.
inline constexpr std::size_t kMaxBots = 2000;

// OK if the bots can play in one league: there are 2 to kMaxBots; each has a
// unique name, plain texts (arena/players/roster/bot_texts.h), and exactly one
// of a command, a bundled bot and a well-formed address. InvalidArgument names
// the bot.
absl::Status CheckBots(const std::vector<v1::BotEntry>& bots,
                       const BuiltinCheck& builtin_check);

// OK if the names of bots that are new to a league keep the rule of
// arena/players/roster/name_rule.h, and none looks like that of a bot whose
// declared author is another, among them and `others`. A name that the user
// gives may end like the versions of an arena, " v2"; bundled bots may have the
// name that says their options. InvalidArgument names the bot.
absl::Status CheckNewNames(const std::vector<v1::BotEntry>& bots,
                           const std::vector<v1::BotEntry>& others);

// Reads bots for one table: the same entries as those of ReadBots, in any
// number and with any names. The errors are those of ReadBots for one bot.
absl::StatusOr<std::vector<v1::BotEntry>> ReadTableBots(
    const std::vector<std::string>& entries, const BuiltinCheck& builtin_check);

// Reads the arguments of --bots. Each entry is "builtin:NAME", or the bare NAME
// of a bundled bot unless a file has it too, or "NAME=command with arguments",
// or "NAME=ADDRESS" of a remote bot (arena/players/roster/remote_arguments.h),
// or a bot directory (also as "NAME=DIRECTORY"), or a folder of bot
// directories, or the path of a text file with a couillon.v1.BotList. The
// errors give the entry or the file, what was found and what was expected, and
// include those of CheckBots and CheckNewNames.
absl::StatusOr<std::vector<v1::BotEntry>> ReadBots(
    const std::vector<std::string>& entries, const BuiltinCheck& builtin_check);

}  // namespace couillon::arena
