// Every ruleset and every switch that there is, found by asking for them, so
// that a new ruleset file is tested without a line of test code.
#pragma once

#include <string>
#include <vector>

#include "engine/rules/compiled_rules.h"

namespace couillon::tests {

// The ruleset alone, and with each of the switches that it offers; one that
// takes a number is given a small one.
std::vector<std::string> SpecsOf(const std::string& id);

// The ruleset with every two of its switches, in both orders.
std::vector<std::string> SpecsWithTwoSwitches(const std::string& id);

// The compiled rules for a spec. Aborts with the message if there are none.
CompiledRules Rules(const std::string& spec);

// `id` as gtest can print it in the name of a test: "mit_malmedy".
std::string TestName(const std::string& id);

}  // namespace couillon::tests
