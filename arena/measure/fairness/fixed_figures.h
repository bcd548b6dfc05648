// Figures that a ruleset fixes, whatever is played: where nobody can pass a
// deal out, no deal is. Reports leave them out.
#pragma once

#include <string>

#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// Returns whether the rules fix the figure of this name: at 0, at all cases, or
// without any case. False for a name it does not know.
[[nodiscard]] bool RulesFix(const CompiledRules& rules,
                            const std::string& name);

}  // namespace couillon::arena
