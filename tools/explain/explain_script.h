// Explains the script of a ruleset: how cards are dealt and trumps are made,
// step by step.
#pragma once

#include <string>
#include <vector>

#include "engine/rules/compiled_rules.h"
#include "tools/words/catalogue.h"

namespace couillon::tools {

// Returns a sentence or two per step, then the number of cards that each player
// holds, in the language of `words`.
[[nodiscard]] std::vector<std::string> ExplainScript(const CompiledRules& rules,
                                                     const Catalogue& words);

}  // namespace couillon::tools
