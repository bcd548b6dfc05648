// Compiles each ruleset of a configuration, with its switches.

#include "arena/table/schedule/league_rules.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "couillon/v1/league.pb.h"
#include "engine/rules/compiler.h"
#include "engine/rules/ruleset.h"
#include "proto/ruleset_codec.h"

namespace couillon::arena {

absl::StatusOr<std::vector<CompiledRules>> CompileLeague(
    const v1::LeagueConfig& config) {
  std::vector<CompiledRules> compiled;
  for (const v1::LeagueRuleset& entry : config.rulesets()) {
    absl::StatusOr<Ruleset> ruleset = wire::FromMessage(entry.ruleset());
    absl::StatusOr<CompiledRules> rules =
        ruleset.ok() ? CompileRules(*ruleset) : ruleset.status();
    if (!rules.ok()) {
      return absl::Status(
          rules.status().code(),
          absl::StrCat(entry.spec(), ": ", rules.status().message()));
    }
    compiled.push_back(*std::move(rules));
  }
  return compiled;
}

std::vector<const CompiledRules*> PointersTo(
    const std::vector<CompiledRules>& rules) {
  std::vector<const CompiledRules*> pointers;
  pointers.reserve(rules.size());
  for (const CompiledRules& compiled : rules) pointers.push_back(&compiled);
  return pointers;
}

}  // namespace couillon::arena
