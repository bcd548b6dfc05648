// Upper bounds on the speed of the referee over gRPC: streams of its batches to
// bots that answer without thinking. Either both sides exchange prepared bytes,
// or both make and parse messages with protobuf, as an ordinary program does.
#pragma once

#include <cstdint>

#include "absl/status/statusor.h"
#include "arena/players/rpc/grpc_config.h"

namespace couillon::v1 {
class PlayRequest;
}  // namespace couillon::v1

namespace couillon::arena {

struct RawPlan {
  GrpcBot bot;  // its link is that of the first pair
  // Pairs of a client, on its own thread, and a bot, in its own process.
  int pairs = 1;
  int in_flight = 2;         // messages without an answer, per pair
  std::int64_t batches = 1;  // per pair
  // True if the client makes and parses messages. For the bot, its command
  // decides.
  bool messages = false;
};

// The resources that the processes of a run have used.
struct RawRun {
  std::int64_t decisions = 0;
  double seconds = 0;         // from the first batch to the last answer
  double client_seconds = 0;  // CPU time of this process meanwhile
  double server_seconds = 0;  // CPU time of all bots, including their start
};

// Sends `batch` plan.batches times through each pair. The error is that of the
// first bot that does not start or whose stream ends early.
absl::StatusOr<RawRun> RunRawStream(const GrpcWorkerConfig& config,
                                    const v1::PlayRequest& batch,
                                    const RawPlan& plan);

}  // namespace couillon::arena
