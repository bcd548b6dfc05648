// Lets a bot connect to an arena that stays open (`couillon arena serve`) and
// be played on its own connections: for machines that cannot be called, such as
// those behind a router. docs/remote-bots.md explains it.
#pragma once

#include "absl/status/status.h"
#include "bots/cpp/arena_place.h"
#include "bots/cpp/bot_info.h"
#include "bots/cpp/strategy.h"

namespace couillon::bots {

// Joins the arena at `place` and answers its decisions until the process gets
// SIGTERM or SIGINT; then returns OK. Prints to stderr as what it is connected,
// and why a connection has failed.
// Connects again after every end of a stream, at once or after pauses that grow
// to 30 seconds.
//
// InvalidArgument if `place` is not valid. What another attempt would not
// change ends it with the arena's words: an unknown token, a name that belongs
// to another author, a bot that has retired; so do a certificate that is not
// trusted and an arena without TLS.
//
// One thread calls the strategy. Call it once, from main, before other threads
// start, as ServeBot.
absl::Status ConnectBot(const ArenaPlace& place, const BotInfo& info,
                        Strategy& strategy);

}  // namespace couillon::bots
