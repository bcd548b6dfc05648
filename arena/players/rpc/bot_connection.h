// A channel to a running bot that has answered Describe: a bot that the referee
// has started, or a remote bot.
#pragma once

#include <grpcpp/channel.h>

#include <memory>
#include <string>

#include "arena/players/process/bot_process.h"
#include "arena/table/referee/bot_description.h"
#include "couillon/v1/bot_service.grpc.pb.h"

namespace couillon::arena {

struct BotConnection {
  std::unique_ptr<BotProcess> process;  // null for a remote bot
  std::string token;                    // for every call; empty for none
  std::shared_ptr<grpc::Channel> channel;
  std::unique_ptr<v1::BotService::Stub> stub;
  BotDescription description;
};

}  // namespace couillon::arena
