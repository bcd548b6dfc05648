// A worker for one bot that is tried on its own, outside any league.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/league/setup/limits.h"
#include "arena/league/setup/process_setup.h"
#include "arena/players/rpc/grpc_links.h"
#include "arena/players/system/process_watch.h"
#include "arena/players/system/socket_folder.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

struct TrialRequest {
  v1::Limits limits = DefaultLimits();  // of answers and processes
  ProcessRequest process;               // of a bot that is started
};

// The worker of a trial, and the objects that it refers to.
struct TrialWorker {
  std::unique_ptr<SocketFolder> folder;
  std::unique_ptr<ProcessWatch> watch;
  GrpcWorkerConfig config;
  std::string no_sandbox;  // see LeagueSetup
};

// Returns a worker for `bot`, without rulesets, with the sandbox and limits
// that a league would give it. A sandboxed bot may read `shared_paths` besides
// its own files. InvalidArgument names a limit; the other errors are those of
// SetProcesses and SocketFolder::Make.
absl::StatusOr<TrialWorker> MakeTrialWorker(
    const TrialRequest& request, const v1::BotEntry& bot,
    const std::vector<std::string>& shared_paths);

}  // namespace couillon::arena
