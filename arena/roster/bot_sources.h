// The sources of a league's bots: names on the command line, directories with a
// manifest, a list of bots, or bundled bots inside the referee.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

// Whether bots can play in one league: each has a name of its own, texts that
// can be shown (arena/roster/bot_texts.h), and one of a command, a bundled bot
// and a well-formed address; and there are at least two. `bundled` are the bots
// that BotEntry.builtin may name. InvalidArgument names the bot.
absl::Status CheckBots(const std::vector<v1::BotEntry>& bots,
                       const std::vector<std::string>& bundled);

// Reads what was given to --bots: each entry is "builtin:NAME", or
// "NAME=command with arguments", or "NAME=ADDRESS" of a bot that is running
// already (arena/roster/remote_arguments.h), or a bot directory (also as
// "NAME=DIRECTORY"), or a folder of bot directories, or the path of a file in
// the form of couillon.v1.BotList. The errors name the entry or the file, what
// was found and what was expected; those of CheckBots are among them. `bundled`
// are the bots that "builtin:" knows.
absl::StatusOr<std::vector<v1::BotEntry>> ReadBots(
    const std::vector<std::string>& entries,
    const std::vector<std::string>& bundled);

}  // namespace couillon::arena
