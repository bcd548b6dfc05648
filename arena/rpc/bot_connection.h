// A running bot with a channel to it that has answered Describe: the part of a
// link that blocks. For bots of either kind, those that are started here and
// those that are running already.
#pragma once

#include <grpcpp/channel.h>

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "arena/process/bot_process.h"
#include "arena/referee/bot_description.h"
#include "arena/rpc/grpc_links.h"
#include "couillon/v1/bot_service.grpc.pb.h"

namespace couillon::arena {

struct BotConnection {
  std::unique_ptr<BotProcess> process;  // null if it is not ours
  std::string token;                    // for every call; empty for none
  std::shared_ptr<grpc::Channel> channel;
  std::unique_ptr<v1::BotService::Stub> stub;
  BotDescription description;
};

// Starts the bot on a unix socket at `path` or at a free port, or calls it at
// its address, and waits until it has described itself, for the start limit at
// most. The error names the bot, what happened and the bot's last stderr
// output; the process has ended then.
absl::StatusOr<BotConnection> Connect(const GrpcWorkerConfig& config,
                                      const GrpcBot& bot,
                                      const std::string& path);

}  // namespace couillon::arena
