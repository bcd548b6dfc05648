// The way in which gRPC waits for sockets in this process. For the main thread.
#pragma once

namespace couillon::arena {

// For a process of few connections: each thread polls the sockets of its own
// queue. By default all threads share one epoll set. Then one thread waits for
// the events of all, and hands each event over to the thread that it belongs
// to; and a unix socket wakes its owner whenever the peer has read a message.
// The variable GRPC_POLL_STRATEGY of the environment, if set, is kept. Call it
// before anything uses gRPC and before other threads start.
void WaitForSocketsByPoll();

// Undoes it, for many connections: poll looks at each of them. Has no effect
// once anything has used gRPC.
void WaitForSocketsByEpoll();

}  // namespace couillon::arena
