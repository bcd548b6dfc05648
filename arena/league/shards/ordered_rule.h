// Disqualification in results that come in the order of the schedule: shards
// play all their units, and this decides which of them count.
#pragma once

#include <vector>

#include "arena/league/run/disqualification_rule.h"
#include "arena/table/unit/unit_result.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

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

}  // namespace couillon::arena
