// Turns the script of a ruleset into places: which card of the pack goes to
// whom, and what each trump step turns up. The plan is the same for every
// dealer, since it counts from eldest.
#pragma once

#include "absl/status/status.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/ruleset.h"

namespace couillon {

// Fills the places, stages, stock and tricks of `rules` by walking the whole
// script, and walks it once more with everybody declining. InvalidArgument
// names the step (from 0) and the reason. Requires: the knobs were checked,
// and the knobs of `rules` are filled in (compiler.cc).
absl::Status PlanDeal(const Ruleset& ruleset, CompiledRules& rules);

}  // namespace couillon
