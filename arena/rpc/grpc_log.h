// The log of gRPC, which quotes what a bot sends.
#pragma once

namespace couillon::arena {

// Keeps gRPC's log lines from the terminal: a bot could steer it with them.
// They are written to stderr, printable, if the environment has GRPC_VERBOSITY
// or GRPC_TRACE; a failed assertion, after which gRPC aborts, is written
// always. Only the first call does anything.
void QuietGrpcLog();

}  // namespace couillon::arena
