// Checks of the knobs of a ruleset. deal_plan.h checks whether its script can
// be dealt.
#pragma once

#include "absl/status/status.h"
#include "engine/rules/ruleset.h"

namespace couillon {

// Returns InvalidArgument with the field, its value and what was expected if a
// knob is out of range or contradicts another.
absl::Status CheckKnobs(const Ruleset& ruleset);

}  // namespace couillon
