// The script of a ruleset in plain words: how the cards are dealt and trumps
// are made, step by step.
#pragma once

#include <string>
#include <vector>

#include "engine/rules/compiled_rules.h"

namespace couillon::tools {

// A sentence or two for each step, and what everybody holds in the end.
[[nodiscard]] std::vector<std::string> ExplainScript(
    const CompiledRules& rules);

}  // namespace couillon::tools
