// The progress of a plan: the content of the folder of its results.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/league/shards/planned_test.h"

namespace couillon::v1 {
class LeaguePlan;
}  // namespace couillon::v1

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
  // The sequential test of the plan, if it has one, by the shards before the
  // first that is missing or disputed. Once it has decided, none is missing.
  std::optional<TestStanding> test;

  // Whether the sequential test of the plan has decided.
  [[nodiscard]] bool HasDecided() const { return test && test->ended(); }
  // The shards whose results count: whole, not disputed, and needed by the
  // test. Ascending.
  [[nodiscard]] std::vector<std::int64_t> Usable() const;
  // The shards that the league lacks: missing or disputed, unless the test has
  // decided without them. Ascending.
  [[nodiscard]] std::vector<std::int64_t> Wanted() const;
};

// Reads all results of a plan, and checks them. The error names the folder.
absl::StatusOr<PlanStatus> ReadPlanStatus(const std::string& folder,
                                          const v1::LeaguePlan& plan);

}  // namespace couillon::arena
