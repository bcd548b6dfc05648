// A sequential test that is played in shards. It looks at units in their order,
// so it stands where the results of the first shards without a gap say, and
// needs no shard after those with which it decides.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/league/run/disqualification_rule.h"
#include "arena/numbers/stats/sequential/sprt.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/unit/sequential_match.h"
#include "arena/table/unit/unit_result.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::v1 {
class LeaguePlan;
}  // namespace couillon::v1
namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// Disqualification in results that come in the order of the schedule: shards
// play all their units, and this decides which of them count.

class OrderedRule {
 public:
  // `rules` are those of `config`, compiled; both outlive it.
  OrderedRule(const v1::LeagueConfig& config,
              const std::vector<CompiledRules>& rules);

  // Replaces a unit by the forfeit of a disqualified bot, if one plays in it.
  // Returns whether it did. Requires: called in the order of the schedule.
  bool Apply(UnitResult& result);

 private:
  const v1::LeagueConfig& config_;
  const std::vector<CompiledRules>& rules_;
  DisqualificationRule rule_;
};

// The state of a test.
struct TestStanding {
  stats::SequentialDecision decision = stats::SequentialDecision::kContinue;
  bool all_even = false;    // every pair was even when it decided
  std::int64_t pairs = 0;   // that it has used: the first ones
  std::int64_t units = 0;   // likewise
  std::int64_t shards = 0;  // that it has read: the first ones
  // Returns true if it has decided, and needs no further shard; "undecided" at
  // the cap is a decision.
  [[nodiscard]] bool ended() const {
    return decision != stats::SequentialDecision::kContinue;
  }
};

class PlannedTest {
 public:
  // `plan` and its compiled `rules` outlive it. Requires: a plan with a
  // sequential test.
  PlannedTest(std::string folder, const v1::LeaguePlan& plan,
              const std::vector<CompiledRules>& rules);

  // Reads the results that follow on those read before, up to the first that is
  // not there or not whole, or that `usable` refuses (null: none), or with
  // which the test decides.
  TestStanding Advance(
      const std::function<bool(std::int64_t shard)>& usable = nullptr);

 private:
  [[nodiscard]] absl::StatusOr<std::vector<UnitResult>> Read(
      std::int64_t shard) const;

  std::string folder_;
  const v1::LeaguePlan& plan_;
  Schedule schedule_;
  OrderedRule rule_;
  SequentialMatch test_;
  std::int64_t shards_ = 0;
};

// The state of a plan's test. The error is that of CompileLeague. Requires: a
// plan with a sequential test.
absl::StatusOr<TestStanding> ReadStanding(
    const std::string& folder, const v1::LeaguePlan& plan,
    const std::function<bool(std::int64_t shard)>& usable = nullptr);

}  // namespace couillon::arena
