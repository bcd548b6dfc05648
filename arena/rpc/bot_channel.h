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

// The largest message that a channel takes from a bot, in bytes: the largest
// description is 200 kB. What Play takes is less, and depends on what is open
// (arena/referee/answer_columns.h).
inline constexpr int kLargestMessage = 1 << 18;

// A channel with a connection of its own to `target`, which is tried again
// soon while no server listens there. One attempt may take `patience`,
// handshake and all. It takes no compressed messages. `server_name` is the one
// that the bot's certificate must hold; empty for that of the target.
std::shared_ptr<grpc::Channel> OpenChannel(
    const std::string& target,
    const std::shared_ptr<grpc::ChannelCredentials>& credentials,
    std::chrono::milliseconds patience, const std::string& server_name = {});

// A channel over `fd`, a connected socket, which it takes over. It never
// connects again: what ends this connection ends the channel.
std::shared_ptr<grpc::Channel> ChannelOver(int fd);

}  // namespace couillon::arena
