// The ranges of the single knobs of a ruleset. deal_plan.h finds out whether
// the script as a whole can be dealt.
#pragma once

#include "absl/status/status.h"
#include "engine/rules/ruleset.h"

namespace couillon {

// InvalidArgument with the field, what was found and what was expected, if a
// knob is out of range or contradicts another.
absl::Status CheckKnobs(const Ruleset& ruleset);

}  // namespace couillon
