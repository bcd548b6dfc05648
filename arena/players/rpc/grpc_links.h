// Links to bots over gRPC: processes that the referee starts, each serving
// BotService on its own socket, and bots that are already running. One
// completion queue and one thread serve all bots of a worker.
#pragma once

#include <memory>

#include "absl/status/status.h"
#include "arena/players/rpc/grpc_config.h"
#include "arena/table/referee/bot_description.h"
#include "arena/table/referee/bot_link.h"

namespace couillon::arena {

// The waiter of a worker. It makes the links that it serves. Requires: it
// outlives them.
class GrpcWaiter : public EventWaiter {
 public:
  static std::unique_ptr<GrpcWaiter> Make(GrpcWorkerConfig config);
  virtual std::unique_ptr<BotLink> MakeLink(GrpcBot bot) = 0;
};

// Starts a bot, or connects to its address; calls Describe; stops the bot if it
// was started. The error names the bot and says what it did, with its stderr
// tail.
absl::Status TryBot(const GrpcWorkerConfig& config, const GrpcBot& bot,
                    BotDescription& description);

}  // namespace couillon::arena
