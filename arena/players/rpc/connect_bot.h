// Makes a bot ready to play: the blocking part of a link.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/players/rpc/bot_connection.h"
#include "arena/players/rpc/grpc_config.h"

namespace couillon::arena {

// Starts the bot on a unix socket at `path` or at a free port, or connects to
// its address. Waits, at most for the start limit, until it has answered
// Describe. The error gives the bot, what happened and the stderr tail; the
// process has then ended. ResourceExhausted: the machine had no process, memory
// or descriptor left for it. Unavailable: the bot was not ready.
absl::StatusOr<BotConnection> Connect(const GrpcWorkerConfig& config,
                                      const GrpcBot& bot,
                                      const std::string& path);

// Returns true if another attempt after this error may succeed: the reason may
// be the machine, and is not that the program cannot be run at all.
bool MayStartAgain(const absl::Status& error);

}  // namespace couillon::arena
