#include "arena/league/setup/trial_worker.h"

#include <cstdint>
#include <utility>

#include "absl/status/status.h"
#include "arena/league/setup/setup.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
absl::StatusOr<TrialWorker> MakeTrialWorker(
    const TrialRequest& request, const v1::BotEntry& bot,
    const std::vector<std::string>& shared_paths) {
  RETURN_IF_ERROR(
      CheckLimits(request.limits, {LimitUse::kAnswer, LimitUse::kProcess}));
  v1::LeagueConfig config;
  TrialWorker worker;
  if (!bot.command().empty()) {
    ASSIGN_OR_RETURN(std::string no_sandbox,
                     SetProcesses(request.process, request.limits, config));
    worker.no_sandbox = std::move(no_sandbox);
  }
  ASSIGN_OR_RETURN(SocketFolder folder, SocketFolder::Make());
  worker.folder = std::make_unique<SocketFolder>(std::move(folder));
  worker.watch = std::make_unique<ProcessWatch>();
  worker.config = {.worker = 0,
                   .folder = worker.folder.get(),
                   .rules = {},
                   .limits = {.start_ms = request.limits.start_ms(),
                              .move_ms = request.limits.move_ms(),
                              .margin_ms = 0},
                   .process_limits = ProcessLimitsOf(config.limits()),
                   .watch = worker.watch.get(),
                   .sandbox = SandboxOf(config, shared_paths),
                   .environment = {config.bot_environment().begin(),
                                   config.bot_environment().end()}};
  return worker;
}

}  // namespace couillon::arena
