// The way in which gRPC waits for the sockets of a bot.
#pragma once

namespace couillon::bots {

// Lets gRPC wait with poll instead of epoll. A bot has few connections, and an
// epoll set with a unix socket wakes it whenever the referee has read a
// message. The variable GRPC_POLL_STRATEGY of the environment, if set, is kept.
// Call it from main, before anything uses gRPC and before other threads start.
void WaitForSocketsByPoll();

}  // namespace couillon::bots
