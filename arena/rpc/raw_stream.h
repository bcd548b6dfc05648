// The ceilings for the referee over gRPC: streams of its batches to bots that
// answer without thinking. Either nobody reads or writes a field, and ready
// bytes go back and forth, or both sides make and read messages with protobuf,
// as an ordinary program does.
#pragma once

#include <cstdint>

#include "absl/status/statusor.h"
#include "arena/rpc/grpc_config.h"

namespace couillon::v1 {
class PlayRequest;
}  // namespace couillon::v1

namespace couillon::arena {

struct RawPlan {
  GrpcBot bot;  // its link is that of the first pair
  // Pairs of a client in a thread of its own and a bot in a process of its own.
  int pairs = 1;
  int in_flight = 2;         // messages without an answer, of each pair
  std::int64_t batches = 1;  // of each pair
  // Whether the client makes and reads messages; the bot's command says it for
  // the bot.
  bool messages = false;
};

// The resources that the processes of a run have used.
struct RawRun {
  std::int64_t decisions = 0;
  double seconds = 0;         // from the first batch to the last answer
  double client_seconds = 0;  // of CPU, meanwhile
  double server_seconds = 0;  // of CPU, all bots together, with their start
};

// Sends `batch` plan.batches times through each pair. The error is that of a
// bot that does not start, or whose stream ends too soon.
absl::StatusOr<RawRun> RunRawStream(const GrpcWorkerConfig& config,
                                    const v1::PlayRequest& batch,
                                    const RawPlan& plan);

}  // namespace couillon::arena
