#include "arena/players/rpc/grpc_links.h"

#include <grpc/support/time.h>

#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "arena/players/process/socket_folder.h"
#include "arena/players/rpc/bot_connection.h"
#include "arena/players/rpc/connect_bot.h"
#include "arena/players/rpc/grpc_link.h"
#include "arena/players/rpc/grpc_time.h"
#include "arena/players/rpc/poll_saver.h"
#include "arena/players/rpc/worker_queue.h"
#include "arena/table/referee/clock.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

class Waiter final : public GrpcWaiter {
 public:
  explicit Waiter(GrpcWorkerConfig config) : queue_(std::move(config)) {}

  std::unique_ptr<BotLink> MakeLink(GrpcBot bot) override {
    return std::make_unique<GrpcLink>(queue_, std::move(bot));
  }
  void Poll() override {
    if (saver_.LeavesOut()) return;
    queue_.TakeUntil(gpr_time_0(GPR_CLOCK_MONOTONIC));
  }
  void Wait(Clock::duration most) override {
    queue_.TakeUntil(AfterNow(most));
    saver_.Waited();
  }

 private:
  WorkerQueue queue_;
  PollSaver saver_{MachineClock()};
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
  ASSIGN_OR_RETURN(BotConnection connection, Connect(config, bot, path));
  description = connection.description;
  return absl::OkStatus();
}

}  // namespace couillon::arena
