// A bot under test: its process, unless it is remote, and streams to it that
// the caller drives one message at a time. For the checks of one bot and for
// single questions; the referee uses links (grpc_links.h). Not thread-safe.
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
#include "arena/players/rpc/grpc_config.h"
#include "arena/table/referee/bot_description.h"
#include "couillon/v1/bot_service.pb.h"

namespace couillon::arena {

// One Play stream. Its destructor ends the stream. It is unusable after an
// error other than the first DeadlineExceeded of Receive.
class TrialStream {
 public:
  virtual ~TrialStream() = default;

  // Sends `request`; keeps answers that arrive meanwhile. The error says how
  // the stream ended, or that the bot read nothing for `limit`.
  virtual absl::Status Send(const v1::PlayRequest& request,
                            std::chrono::milliseconds limit) = 0;
  // Returns the next message of the bot. DeadlineExceeded if none arrives
  // within `limit`; OutOfRange if the stream ended with OK; other errors say
  // how the stream ended.
  virtual absl::StatusOr<v1::PlayResponse> Receive(
      std::chrono::milliseconds limit) = 0;
  // Closes the sending half of the stream.
  virtual absl::Status CloseHalf(std::chrono::milliseconds limit) = 0;
};

class TrialBot {
 public:
  // Starts the bot, or connects to its address, and waits until it has answered
  // Describe. The error gives the bot, what it did, and its stderr tail.
  static absl::StatusOr<std::unique_ptr<TrialBot>> Start(
      const GrpcWorkerConfig& config, const GrpcBot& bot);
  virtual ~TrialBot() = default;

  [[nodiscard]] virtual const BotDescription& description() const = 0;
  // From the start of the process, or from the call, to the answer to Describe.
  [[nodiscard]] virtual std::chrono::milliseconds start_time() const = 0;
  virtual std::unique_ptr<TrialStream> Open() = 0;

  // Returns true if the bot is remote. It then has no process, and the
  // functions below that concern processes must not be called.
  [[nodiscard]] virtual bool remote() const = 0;
  // The resident memory of all its processes, in bytes; 0 if it has none.
  [[nodiscard]] virtual std::int64_t ResidentBytes() const = 0;
  // Sends SIGTERM to all its processes, and waits until they have ended. False
  // if one is still alive after `limit`.
  virtual bool Terminate(std::chrono::milliseconds limit) = 0;
  // "its process exited with status 3; its last stderr output:" and the stderr
  // tail as quoted lines; empty if it lives and has written nothing.
  virtual std::string WhatHappened() = 0;
  // Returns true if WhatHappened() has found that its process has ended.
  [[nodiscard]] virtual bool HasEnded() const = 0;
  // The last 4096 bytes of its stderr at most, as it wrote them; complete if
  // WhatHappened() has found that its process has ended.
  virtual std::string StderrTail() = 0;
};

}  // namespace couillon::arena
