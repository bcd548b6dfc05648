// The log of gRPC, which quotes text that a bot sends.
#pragma once

namespace couillon::arena {

// Suppresses gRPC's log lines, which could carry a bot's control sequences to
// the terminal. If the environment has GRPC_VERBOSITY or GRPC_TRACE, they are
// written to stderr, made printable. A failed assertion, after which gRPC
// aborts, is always written. Only the first call has an effect.
void QuietGrpcLog();

}  // namespace couillon::arena
