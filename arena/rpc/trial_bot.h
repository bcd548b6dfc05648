// A bot under test: its process unless it is remote, and streams to it that are
// driven by hand, one message at a time. For the checks of one bot and for
// single questions; the referee has links (grpc_links.h). For one thread.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/referee/bot_description.h"
#include "arena/rpc/grpc_config.h"
#include "couillon/v1/bot_service.pb.h"

namespace couillon::arena {

// One Play stream. Its destructor ends the stream. It is unusable after an
// error other than the first DeadlineExceeded of Receive.
class TrialStream {
 public:
  virtual ~TrialStream() = default;

  // Sends `request`; answers that come meanwhile are kept. The error says how
  // the stream ended, or that the bot took nothing for `limit`.
  virtual absl::Status Send(const v1::PlayRequest& request,
                            std::chrono::milliseconds limit) = 0;
  // The next message of the bot. DeadlineExceeded if none comes for `limit`;
  // otherwise the error says how the stream ended, OutOfRange if with OK.
  virtual absl::StatusOr<v1::PlayResponse> Receive(
      std::chrono::milliseconds limit) = 0;
  // Says that nothing more will be sent.
  virtual absl::Status CloseHalf(std::chrono::milliseconds limit) = 0;
};

class TrialBot {
 public:
  // Starts the bot, or calls it at its address, and waits until it has
  // described itself. The error names the bot, what it did, and its last
  // stderr output.
  static absl::StatusOr<std::unique_ptr<TrialBot>> Start(
      const GrpcWorkerConfig& config, const GrpcBot& bot);
  virtual ~TrialBot() = default;

  [[nodiscard]] virtual const BotDescription& description() const = 0;
  // From the start of the process, or from the call, to the answer to Describe.
  [[nodiscard]] virtual std::chrono::milliseconds start_time() const = 0;
  virtual std::unique_ptr<TrialStream> Open() = 0;

  // Whether it is remote: it then has no process, and the functions below that
  // concern processes must not be called.
  [[nodiscard]] virtual bool remote() const = 0;
  // Memory in RAM of all its processes together, in bytes; 0 if it has none.
  [[nodiscard]] virtual std::int64_t ResidentBytes() const = 0;
  // Sends SIGTERM to all its processes, and waits until they have ended;
  // false if one has not within `limit`.
  virtual bool Terminate(std::chrono::milliseconds limit) = 0;
  // "its process exited with status 3; its last stderr output:" and that, as
  // quoted lines; empty while it lives and has written nothing.
  virtual std::string WhatHappened() = 0;
};

}  // namespace couillon::arena
