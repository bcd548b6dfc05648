// Every result file in the folder is checked and counted.

#include "arena/league/shards/plan_status.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "arena/league/shards/plan.h"
#include "arena/league/shards/saved_result.h"
#include "couillon/v1/plan.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;

constexpr char kConflict[] = ".conflict-";

// The names of the files in a folder, ascending; none if it is missing.
absl::StatusOr<std::set<std::string>> NamesIn(const std::string& folder) {
  std::set<std::string> names;
  std::error_code error;
  fs::directory_iterator place(folder, error);
  for (; !error && place != fs::directory_iterator(); place.increment(error)) {
    names.insert(place->path().filename().string());
  }
  if (error && error != std::errc::no_such_file_or_directory) {
    return absl::PermissionDeniedError(
        absl::StrFormat("%s: %s", folder, error.message()));
  }
  return names;
}

void CheckOne(const std::string& folder, const v1::LeaguePlan& plan,
              std::int64_t shard, PlanStatus& status) {
  const absl::Status found = CheckShard(folder, plan, shard);
  if (found.ok()) {
    status.whole.push_back(shard);
    return;
  }
  status.missing.push_back(shard);
  if (!absl::IsNotFound(found)) {
    status.unusable.emplace_back(found.message());
  }
}

absl::Status LookAtTest(const std::string& folder, const v1::LeaguePlan& plan,
                        PlanStatus& status) {
  if (!plan.config().has_sprt()) return absl::OkStatus();
  ASSIGN_OR_RETURN(const TestStanding test,
                   ReadStanding(folder, plan, [&status](std::int64_t shard) {
                     return !std::binary_search(status.disputed.begin(),
                                                status.disputed.end(), shard);
                   }));
  status.test = test;
  if (test.ended()) status.missing.clear();
  return absl::OkStatus();
}

}  // namespace

std::vector<std::int64_t> PlanStatus::Usable() const {
  std::vector<std::int64_t> shards = whole;
  for (const std::int64_t shard : disputed) std::erase(shards, shard);
  if (HasDecided()) {
    std::erase_if(shards,
                  [this](std::int64_t shard) { return shard >= test->shards; });
  }
  return shards;
}

std::vector<std::int64_t> PlanStatus::Wanted() const {
  std::vector<std::int64_t> shards = missing;
  if (HasDecided()) return shards;
  shards.insert(shards.end(), disputed.begin(), disputed.end());
  std::sort(shards.begin(), shards.end());
  shards.erase(std::unique(shards.begin(), shards.end()), shards.end());
  return shards;
}

absl::StatusOr<PlanStatus> ReadPlanStatus(const std::string& folder,
                                          const v1::LeaguePlan& plan) {
  const std::string results = ResultsFolder(folder);
  ASSIGN_OR_RETURN(std::set<std::string> names, NamesIn(results));
  PlanStatus status;
  for (std::int64_t shard = 0; shard < plan.shards(); ++shard) {
    const std::string name = ResultName(plan, shard);
    const auto at = names.find(name);
    if (at == names.end()) {
      status.missing.push_back(shard);
    } else {
      CheckOne(folder, plan, shard, status);
      names.erase(at);
    }
    const std::string prefix = name + kConflict;
    for (auto other = names.lower_bound(prefix);
         other != names.end() && other->starts_with(prefix); ++other) {
      status.conflicts.push_back((fs::path(results) / *other).string());
      if (status.disputed.empty() || status.disputed.back() != shard) {
        status.disputed.push_back(shard);
      }
    }
  }
  for (const std::string& name : names) {
    if (!name.ends_with(".result") || name.starts_with(".")) continue;
    status.unusable.push_back(
        absl::StrFormat("%s: is not a shard of this plan, which has %d",
                        (fs::path(results) / name).string(), plan.shards()));
  }
  RETURN_IF_ERROR(LookAtTest(folder, plan, status));
  return status;
}

}  // namespace couillon::arena
