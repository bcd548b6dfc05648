// The compiled rulesets of a league.
#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// The compiled rulesets of a configuration, in its order. The error names the
// ruleset.
absl::StatusOr<std::vector<CompiledRules>> CompileLeague(
    const v1::LeagueConfig& config);

// Pointers to the rules, which outlive them: what referees and links take.
std::vector<const CompiledRules*> PointersTo(
    const std::vector<CompiledRules>& rules);

}  // namespace couillon::arena
