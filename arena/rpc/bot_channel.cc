#include "arena/rpc/bot_channel.h"

#include <grpc/grpc.h>
#include <grpcpp/channel.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/create_channel_posix.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>

#include <chrono>
#include <memory>
#include <string>

namespace couillon::arena {

std::shared_ptr<grpc::Channel> OpenChannel(
    const std::string& target,
    const std::shared_ptr<grpc::ChannelCredentials>& credentials,
    std::chrono::milliseconds patience, const std::string& server_name) {
  grpc::ChannelArguments arguments;
  // A bot that is not listening yet is tried again soon, not after a second.
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 20);
  // By its name a pause, but what gRPC takes it for is the time of an attempt.
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS,
                   static_cast<int>(patience.count()));
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 50);
  // Two bots never share a connection, whatever their addresses.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  if (!server_name.empty()) {
    arguments.SetSslTargetNameOverride(server_name);
  }
  return grpc::CreateCustomChannel(target, credentials, arguments);
}

std::shared_ptr<grpc::Channel> ChannelOver(int fd) {
  grpc::ChannelArguments arguments;
  return grpc::CreateCustomInsecureChannelFromFd("bot", fd, arguments);
}

}  // namespace couillon::arena
