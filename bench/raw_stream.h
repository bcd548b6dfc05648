// The ceiling for the referee over gRPC: a stream of the same batches that
// nobody thinks about, to servers that answer with the first legal action.
#pragma once

#include <cstdint>

namespace couillon::v1 {
class PlayRequest;
}  // namespace couillon::v1

namespace couillon::bench {

// What the processes of a run have used.
struct RawRun {
  std::int64_t decisions = 0;
  double seconds = 0;         // from the first batch to the last answer
  double client_seconds = 0;  // of CPU
  double server_seconds = 0;  // of CPU, all servers together, with their start
};

// Sends `batch` `batches` times to each of `servers` processes of this very
// program, with at most `in_flight` unanswered at each.
RawRun RunRawStream(const v1::PlayRequest& batch, int servers, int in_flight,
                    std::int64_t batches);

// What such a process does: serves at COUILLON_LISTEN until it is killed.
// The program calls it when its only argument is kServeRawStream.
inline constexpr char kServeRawStream[] = "--serve-raw-stream";
[[noreturn]] void ServeRawStream();

// Seconds of CPU used so far by this process, and by its ended children.
double OwnCpuSeconds();
double ChildCpuSeconds();

}  // namespace couillon::bench
