// Where the bots of a league come from: names on the command line, directories
// with a manifest, a file of bots, or a bundled bot inside the referee.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

// Reads what was given to --bots: each entry is "builtin:NAME", or
// "NAME=command with arguments", or "NAME=ADDRESS" of a bot that is running
// already (arena/roster/remote_arguments.h), or a bot directory (also as
// "NAME=DIRECTORY"), or a folder of bot directories, or the path of a file in
// the form of couillon.v1.BotList. The errors name the entry or the file, what
// was found and what was expected; a name used twice is one of them. `bundled`
// are the bots that "builtin:" knows.
absl::StatusOr<std::vector<v1::BotEntry>> ReadBots(
    const std::vector<std::string>& entries,
    const std::vector<std::string>& bundled);

}  // namespace couillon::arena
