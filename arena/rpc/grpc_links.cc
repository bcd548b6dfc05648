#include "arena/rpc/grpc_links.h"

#include <grpc/support/time.h>

#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "arena/process/socket_folder.h"
#include "arena/referee/clock.h"
#include "arena/rpc/bot_connection.h"
#include "arena/rpc/connect_bot.h"
#include "arena/rpc/grpc_link.h"
#include "arena/rpc/grpc_time.h"
#include "arena/rpc/worker_queue.h"

namespace couillon::arena {
namespace {

class Waiter final : public GrpcWaiter {
 public:
  explicit Waiter(GrpcWorkerConfig config) : queue_(std::move(config)) {}

  std::unique_ptr<BotLink> MakeLink(GrpcBot bot) override {
    return std::make_unique<GrpcLink>(queue_, std::move(bot));
  }
  // A look costs a system call. The worker looks before and after it handles
  // what a wait has brought, and then waits again: two looks in vain.
  void Poll() override {
    if (polls_ < kPollsAfterWait) {
      ++polls_;
      return;
    }
    queue_.TakeUntil(gpr_time_0(GPR_CLOCK_MONOTONIC));
  }
  void Wait(Clock::duration most) override {
    queue_.TakeUntil(AfterNow(most));
    polls_ = 0;
  }

 private:
  static constexpr int kPollsAfterWait = 2;

  WorkerQueue queue_;
  int polls_ = 0;  // since the last Wait, without a look
};

}  // namespace

std::unique_ptr<GrpcWaiter> GrpcWaiter::Make(GrpcWorkerConfig config) {
  return std::make_unique<Waiter>(std::move(config));
}

absl::Status TryBot(const GrpcWorkerConfig& config, const GrpcBot& bot,
                    BotDescription& description) {
  const std::string path =
      bot.remote
          ? ""
          : config.folder->PathFor(config.worker, static_cast<int>(bot.link));
  absl::StatusOr<BotConnection> connection = Connect(config, bot, path);
  if (!connection.ok()) return connection.status();
  description = connection->description;
  return absl::OkStatus();
}

}  // namespace couillon::arena
