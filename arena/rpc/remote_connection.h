// Calls a bot that is running already.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "arena/rpc/bot_connection.h"
#include "arena/rpc/grpc_config.h"
#include "arena/rpc/remote_bot.h"

namespace couillon::arena {

// Connects to the bot called `name` and waits until it has described itself,
// for the start limit at most; an address at which nobody answers is tried
// again and again until then. The error names the bot, its address and what
// happened.
absl::StatusOr<BotConnection> ConnectRemote(const GrpcWorkerConfig& config,
                                            const std::string& name,
                                            const RemoteBot& remote);

}  // namespace couillon::arena
