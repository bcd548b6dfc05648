// What is left to play of a plan, for whoever has it played: by processes here
// or on a cluster.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/league/cluster/local_submit.h"
#include "arena/league/setup/start_permission.h"
#include "arena/league/shards/plan_status.h"
#include "couillon/v1/plan.pb.h"

namespace couillon::arena {

struct PlanWork {
  v1::LeaguePlan plan;
  std::string folder;  // of the plan, absolute and without links
  // Options of `league run` that give the permission again.
  std::vector<std::string> run_options;
  PlanStatus status;
};

// Reads what is left of the plan in `folder`. FailedPrecondition if
// `permission` does not suffice for its bots: every task would be refused. The
// other errors are those of ReadPlan and ReadPlanStatus.
absl::StatusOr<PlanWork> ReadPlanWork(const std::string& folder,
                                      const StartPermission& permission);

// Keeps, of the missing shards, those less than `shards` past the ones that the
// sequential test has used: it may decide with them. Without a test, or with 0
// `shards`, all stay. Requires: shards >= 0.
void KeepNextShards(std::int64_t shards, PlanStatus& status);

// Plays the missing shards by processes on this machine (PlayHere), until a
// sequential test has decided. `request` says how; its plan, missing shards,
// options and end are those of `work`, and 0 processes are as many as there are
// cores for. The errors are those of CompileLeague and PlayHere.
absl::StatusOr<LocalSubmission> PlayWorkHere(const PlanWork& work,
                                             LocalRequest request,
                                             const std::function<bool()>& stop);

// The commands of the processes that PlayWorkHere would start.
std::vector<std::vector<std::string>> CommandsOf(const PlanWork& work,
                                                 LocalRequest request);

}  // namespace couillon::arena
