// Makes a bot ready to play: the part of a link that blocks.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "arena/rpc/bot_connection.h"
#include "arena/rpc/grpc_config.h"

namespace couillon::arena {

// Starts the bot on a unix socket at `path` or at a free port, or calls it at
// its address, and waits until it has described itself, for the start limit at
// most. The error names the bot, what happened and the bot's last stderr
// output; the process has ended then.
absl::StatusOr<BotConnection> Connect(const GrpcWorkerConfig& config,
                                      const GrpcBot& bot,
                                      const std::string& path);

}  // namespace couillon::arena
