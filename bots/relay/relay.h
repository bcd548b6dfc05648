// Plays a bot program in an arena that stays open (`couillon arena serve`), on
// connections that this process opens: for machines that cannot be called, such
// as those behind a router. docs/remote-bots.md explains it.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "bots/relay/arena_place.h"

namespace couillon::bots {

// Starts `command` as the referee starts a bot, joins the arena at `place` with
// the bot's description, and passes on decisions and answers until the process
// gets SIGTERM or SIGINT; then ends the bot and returns OK. Prints to stderr as
// what it is connected, and why a connection has failed.
// Connects again after every end of a stream, and starts the bot again after
// its end: at once or after pauses that grow to 30 seconds.
//
// InvalidArgument if `place` is not valid; another error if the bot cannot be
// started, or ends before it has described itself. What another attempt would
// not change ends it with the arena's words: an unknown token, a name that
// belongs to another author, a bot that has retired; so do a certificate that
// is not trusted and an arena without TLS.
//
// Requires: `command` is not empty. Call it once, from main, before other
// threads start.
absl::Status RelayBot(const ArenaPlace& place,
                      const std::vector<std::string>& command);

}  // namespace couillon::bots
