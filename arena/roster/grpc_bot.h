// How the arena reaches the bots that a league, or a command, names.
#pragma once

#include "absl/status/statusor.h"
#include "arena/rpc/grpc_links.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

// What is to be started for a bot, or called. Reads the files of certificates
// and tokens. The errors name the bot, the file or variable, and what was
// expected; one of them is a bot on another machine without TLS that nobody
// has allowed, or with a token.
absl::StatusOr<GrpcBot> ToGrpcBot(const v1::BotEntry& entry);

}  // namespace couillon::arena
