// All rulesets and switches, from the engine's own lists, so that a new ruleset
// file is tested without new test code.
#pragma once

#include <string>
#include <vector>

#include "engine/rules/compiled_rules.h"

namespace couillon::tests {

// The ruleset alone, and with each of its switches; a switch with a number gets
// a small one.
std::vector<std::string> SpecsOf(const std::string& id);

// The ruleset with every two of its switches, in both orders, unless the second
// would undo the first.
std::vector<std::string> SpecsWithTwoSwitches(const std::string& id);

// The compiled rules for a spec. Aborts with the message if it is invalid.
CompiledRules Rules(const std::string& spec);

// `id` as part of the name of a gtest test: "mit_malmedy".
std::string TestName(const std::string& id);

}  // namespace couillon::tests
