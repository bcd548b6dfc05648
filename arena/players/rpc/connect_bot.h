// Makes a bot ready to play: the blocking part of a link.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "arena/players/rpc/bot_connection.h"
#include "arena/players/rpc/grpc_config.h"

namespace couillon::arena {

// Starts the bot on a unix socket at `path` or at a free port, or connects to
// its address. Waits, at most for the start limit, until it has answered
// Describe. The error gives the bot, what happened and the stderr tail; the
// process has then ended.
absl::StatusOr<BotConnection> Connect(const GrpcWorkerConfig& config,
                                      const GrpcBot& bot,
                                      const std::string& path);

}  // namespace couillon::arena
