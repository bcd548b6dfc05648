// Links to bots over gRPC: processes that the referee starts, each serving
// BotService on a socket of its own, and bots that are running already. One
// completion queue and one thread for all bots of a worker.
#pragma once

#include <memory>

#include "absl/status/status.h"
#include "arena/referee/bot_description.h"
#include "arena/referee/bot_link.h"
#include "arena/rpc/grpc_config.h"

namespace couillon::arena {

// The waiter of a worker; it makes the links that it serves, and outlives
// them.
class GrpcWaiter : public EventWaiter {
 public:
  static std::unique_ptr<GrpcWaiter> Make(GrpcWorkerConfig config);
  virtual std::unique_ptr<BotLink> MakeLink(GrpcBot bot) = 0;
};

// Starts a bot or calls it at its address, asks it who it is, and stops it
// again if it was started. The error names the bot and says what it did, with
// its last stderr output.
absl::Status TryBot(const GrpcWorkerConfig& config, const GrpcBot& bot,
                    BotDescription& description);

}  // namespace couillon::arena
