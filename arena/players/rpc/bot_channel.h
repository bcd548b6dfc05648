// gRPC channels to bots, with the settings that all of them share.
#pragma once

#include <chrono>
#include <memory>
#include <string>

namespace grpc {  // NOLINT(readability-identifier-naming): gRPC named it
class Channel;
class ChannelCredentials;
}  // namespace grpc

namespace couillon::arena {

// The largest message that a channel accepts from a bot, in bytes: the largest
// description is 200 kB. The limit of Play is lower, and depends on the open
// decisions (arena/table/referee/answer_columns.h).
inline constexpr int kLargestMessage = 1 << 18;

// A channel with its own connection to `target`; it retries soon while no
// server listens there. One attempt, including the handshake, may take
// `patience`. The channel rejects compressed messages. `server_name` is the
// name that the bot's certificate must hold; empty for the target's.
std::shared_ptr<grpc::Channel> OpenChannel(
    const std::string& target,
    const std::shared_ptr<grpc::ChannelCredentials>& credentials,
    std::chrono::milliseconds patience, const std::string& server_name = {});

// A channel over the connected socket `fd`, which it takes ownership of. It
// never reconnects: it ends with this connection.
std::shared_ptr<grpc::Channel> ChannelOver(int fd);

}  // namespace couillon::arena
