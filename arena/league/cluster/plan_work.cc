// The folder of results is the truth: what it lacks is what is left.
#include "arena/league/cluster/plan_work.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "arena/league/cluster/shard_groups.h"
#include "arena/league/shards/plan.h"
#include "arena/league/shards/planned_test.h"
#include "arena/players/bundles/command_files.h"
#include "arena/players/system/cpu_share.h"
#include "arena/table/schedule/league_rules.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {
namespace {

LocalRequest RequestFor(const PlanWork& work, LocalRequest request) {
  request.plan = work.folder;
  request.missing = work.status.missing;
  request.options = work.run_options;
  if (request.processes == 0) {
    request.processes = std::max(1, CountUsableCpus() / request.cpus);
  }
  return request;
}

}  // namespace

absl::StatusOr<PlanWork> ReadPlanWork(const std::string& folder,
                                      const StartPermission& permission) {
  PlanWork work;
  ASSIGN_OR_RETURN(work.plan, ReadPlan(folder));
  const absl::Status permitted =
      PermittedConfig(WithBundles(folder, work.plan.config()), permission,
                      folder)
          .status();
  if (!permitted.ok()) {
    return absl::Status(permitted.code(),
                        absl::StrCat(folder, ": ", permitted.message()));
  }
  std::error_code error;
  // Canonical: another path to the same folder is the same plan.
  work.folder = std::filesystem::canonical(folder, error).string();
  if (error) return absl::NotFoundError(folder + ": " + error.message());
  ASSIGN_OR_RETURN(work.status, ReadPlanStatus(work.folder, work.plan));
  work.run_options = OptionsOf(permission);
  return work;
}

void KeepNextShards(std::int64_t shards, PlanStatus& status) {
  if (shards == 0 || !status.test) return;
  const std::int64_t end = status.test->shards + shards;
  std::erase_if(status.missing,
                [end](std::int64_t shard) { return shard >= end; });
}

absl::StatusOr<LocalSubmission> PlayWorkHere(
    const PlanWork& work, LocalRequest request,
    const std::function<bool()>& stop) {
  request = RequestFor(work, std::move(request));
  ASSIGN_OR_RETURN(const std::vector<CompiledRules> rules,
                   CompileLeague(work.plan.config()));
  std::optional<PlannedTest> test;
  if (work.status.test) {
    test.emplace(work.folder, work.plan, rules);
    request.enough = [&test] { return test->Advance().ended(); };
  }
  return PlayHere(request, stop);
}

std::vector<std::vector<std::string>> CommandsOf(const PlanWork& work,
                                                 LocalRequest request) {
  request = RequestFor(work, std::move(request));
  std::vector<std::vector<std::string>> commands;
  for (const ShardGroup& group : SplitGroups(request.missing, request.group)) {
    commands.push_back(LocalCommand(request, group));
  }
  return commands;
}

}  // namespace couillon::arena
