// Links to bots over gRPC: processes that the referee starts, each serving
// BotService on its own socket, and bots that are already running. One
// completion queue and one thread serve all bots of a worker.
#pragma once

#include <chrono>
#include <memory>

#include "absl/status/status.h"
#include "arena/players/rpc/grpc_config.h"
#include "arena/table/referee/bot_description.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/clock.h"

namespace couillon::arena {

// The looks for events that a worker may leave out.

// A look costs a system call. A worker looks before and after it handles what a
// wait has brought, and then waits again: two looks in vain, unless something
// took long in between, such as a decision of a bundled bot. Then an answer may
// have come, and its bot must not be blamed for being late.
class PollSaver {
 public:
  // `clock` outlives it.
  explicit PollSaver(const Clock& clock) : clock_(clock) {}

  // A wait has ended.
  void Waited() {
    waited_until_ = clock_.Now();
    left_out_ = 0;
  }
  // Returns true if the look that is due may be left out. Counts it if so.
  [[nodiscard]] bool LeavesOut() {
    if (left_out_ >= kMaxLeftOut) return false;
    if (clock_.Now() - waited_until_ > kSoon) return false;
    ++left_out_;
    return true;
  }

 private:
  static constexpr int kMaxLeftOut = 2;
  static constexpr Clock::duration kSoon = std::chrono::milliseconds(1);

  const Clock& clock_;
  Clock::time_point waited_until_;
  int left_out_ = kMaxLeftOut;
};

// The waiter of a worker. It makes the links that it serves. Requires: it
// outlives them.
class GrpcWaiter : public EventWaiter {
 public:
  static std::unique_ptr<GrpcWaiter> Make(GrpcWorkerConfig config);
  virtual std::unique_ptr<BotLink> MakeLink(GrpcBot bot) = 0;
};

// Starts a bot, or connects to its address; calls Describe; stops the bot if it
// was started. The error names the bot and says what it did, with its stderr
// tail.
absl::Status TryBot(const GrpcWorkerConfig& config, const GrpcBot& bot,
                    BotDescription& description);

}  // namespace couillon::arena
