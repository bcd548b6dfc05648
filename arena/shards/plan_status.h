// How much of a plan was played: what is in the folder of its results.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "couillon/v1/plan.pb.h"

namespace couillon::arena {

struct PlanStatus {
  std::vector<std::int64_t> whole;    // shards whose results are there
  std::vector<std::int64_t> missing;  // the others, ascending
  // Why files of results cannot be used: damaged, of another plan, or of no
  // shard of this one. Their shards are missing. Each names a file.
  std::vector<std::string> unusable;
  // Files with another content of a shard than its result, ascending.
  std::vector<std::string> conflicts;
  // The shards of the conflicts, each once.
  std::vector<std::int64_t> disputed;
};

// Reads all results of a plan, and checks them. The error names the folder.
absl::StatusOr<PlanStatus> ReadPlanStatus(const std::string& folder,
                                          const v1::LeaguePlan& plan);

}  // namespace couillon::arena
