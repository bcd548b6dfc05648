// The way in which the arena reaches a bot of a league or a command.
#pragma once

#include "absl/status/statusor.h"
#include "arena/players/rpc/grpc_links.h"

namespace couillon::v1 {
class BotEntry;
}  // namespace couillon::v1

namespace couillon::arena {

// Returns the program to start, or the address to connect to, for `entry`.
// Reads the files of certificates and tokens. The errors give the bot, the file
// or variable, and what was expected. A bot on another machine without TLS is
// an error if it has a token or is not allowed explicitly.
absl::StatusOr<GrpcBot> ToGrpcBot(const v1::BotEntry& entry);

}  // namespace couillon::arena
