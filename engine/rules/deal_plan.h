// Turns the script of a ruleset into places: which card of the pack goes to
// whom, and what each trump step turns up. The plan is the same for every
// dealer, since it counts from eldest.
#pragma once

#include "absl/status/status.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/ruleset.h"

namespace couillon {

// Fills the places, stages, stock and tricks of `rules` by walking the script,
// and checks that trumps are fixed or the deal is abandoned if everybody
// declines. InvalidArgument names the reason and, if a single step is wrong,
// the step (from 0). Requires: CheckKnobs(ruleset) is OK; the knobs of `rules`
// are filled in (compiler.cc).
absl::Status PlanDeal(const Ruleset& ruleset, CompiledRules& rules);

}  // namespace couillon
