// Connects to a remote bot.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "arena/players/rpc/bot_connection.h"
#include "arena/players/rpc/grpc_config.h"
#include "arena/players/rpc/remote_bot.h"

namespace couillon::arena {

// Connects to the bot `name` and waits, at most for its start limit, until it
// has answered Describe; retries while no server answers at its address. The
// error gives the bot, its address and what happened.
absl::StatusOr<BotConnection> ConnectRemote(const GrpcWorkerConfig& config,
                                            const std::string& name,
                                            const RemoteBot& remote,
                                            const GrpcLimits& limits);

}  // namespace couillon::arena
