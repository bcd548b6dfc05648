// Arguments of gRPC: no retries, no compression, and limits of messages and
// memory.

#include "arena/players/rpc/bot_channel.h"

#include <grpc/compression.h>
#include <grpc/grpc.h>
#include <grpcpp/channel.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/create_channel_posix.h>
#include <grpcpp/resource_quota.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>

#include <cstddef>

#include "arena/players/rpc/grpc_log.h"

namespace couillon::arena {
namespace {

// Bytes that gRPC may hold for one connection. A correct bot needs less than a
// tenth of them.
constexpr std::size_t kConnectionMemory = std::size_t{16} << 20;

// The settings of every channel to a bot.
grpc::ChannelArguments Guarded() {
  QuietGrpcLog();
  grpc::ChannelArguments arguments;
  // gRPC 1.51 aborts in its retries when a call ends without grpc-status.
  arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, 0);
  // gRPC would unpack a few megabytes of gzip to gigabytes before it checks the
  // size. With this setting a compressed message ends its call instead.
  arguments.SetInt(GRPC_COMPRESSION_CHANNEL_ENABLED_ALGORITHMS_BITSET,
                   1 << GRPC_COMPRESS_NONE);
  arguments.SetInt(GRPC_ARG_ENABLE_PER_MESSAGE_DECOMPRESSION, 0);
  arguments.SetMaxReceiveMessageSize(kLargestMessage);
  // gRPC checks the limit above when a message is complete, and also keeps
  // empty frames: without a quota a bot could fill memory with all that it can
  // send within its time limit.
  grpc::ResourceQuota quota;
  quota.Resize(kConnectionMemory);
  arguments.SetResourceQuota(quota);
  return arguments;
}

}  // namespace

std::shared_ptr<grpc::Channel> OpenChannel(
    const std::string& target,
    const std::shared_ptr<grpc::ChannelCredentials>& credentials,
    std::chrono::milliseconds patience, const std::string& server_name) {
  grpc::ChannelArguments arguments = Guarded();
  // Retries a bot that is not listening yet soon, not after a second.
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 20);
  // Despite its name, gRPC uses this value as the time limit of an attempt.
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS,
                   static_cast<int>(patience.count()));
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 50);
  // Two bots never share a connection, even at the same address.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  if (!server_name.empty()) {
    arguments.SetSslTargetNameOverride(server_name);
  }
  return grpc::CreateCustomChannel(target, credentials, arguments);
}

std::shared_ptr<grpc::Channel> ChannelOver(int fd) {
  return grpc::CreateCustomInsecureChannelFromFd("bot", fd, Guarded());
}

}  // namespace couillon::arena
