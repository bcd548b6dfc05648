// Connects to a remote bot.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "arena/rpc/bot_connection.h"
#include "arena/rpc/grpc_config.h"
#include "arena/rpc/remote_bot.h"

namespace couillon::arena {

// Connects to the bot called `name` and waits until it has described itself,
// for the start limit at most; until then it retries an address at which no
// server answers. The error names the bot, its address and what
// happened.
absl::StatusOr<BotConnection> ConnectRemote(const GrpcWorkerConfig& config,
                                            const std::string& name,
                                            const RemoteBot& remote);

}  // namespace couillon::arena
