// The rulesets that are built in, their switches, and rulesets from files.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/ruleset.h"

namespace couillon::wire {

// A human-readable description of a switch.
struct SwitchInfo {
  std::string id;
  std::string summary;
  std::vector<std::string> sources;
};

// The ids of the built-in rulesets, in alphabetical order.
std::vector<std::string> RulesetIds();

// Describes the switches with the given ids; unknown ids are omitted.
std::vector<SwitchInfo> DescribeSwitches(const std::vector<std::string>& ids);

// Returns the ruleset that `spec` names: the id of a built-in one or the path
// of a file (one with a slash or a dot), then "+switch" for each switch,
// applied in that order. The errors name the file and the field or
// line: NotFound for an id or a file that does not exist (listing the ids),
// InvalidArgument for a text that does not parse or lacks a field, for a
// circular chain of bases, for a switch that does not apply (listing those that
// do), and for one that a later switch would undo.
absl::StatusOr<Ruleset> FindRuleset(const std::string& spec);

// The same, compiled; errors of CompileRules name the spec.
absl::StatusOr<CompiledRules> FindRules(const std::string& spec);

// Returns the ruleset written in `text`; errors call the file `name`.
absl::StatusOr<Ruleset> ParseRuleset(const std::string& text,
                                     const std::string& name);

}  // namespace couillon::wire
